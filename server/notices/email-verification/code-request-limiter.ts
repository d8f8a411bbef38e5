import type { Pool } from 'pg'
import { dayS } from '#contract/durations.ts'
import { createKeyLimit, toDigestKey } from '#server/http/rate-limit.ts'
import { mailboxOfAddress } from '../mail-address.ts'

/** The limit of codes that one person may request in a day, for all addresses together. */
const personLimit = { name: 'mail-code-day', attempts: 5, windowS: dayS, portion: 1 }

/**
 * The limit of codes for one mailbox in a day. People with an appliance and people without have separate counts. With
 * this limit, somebody with many accounts can neither fill a mailbox nor use up the limit of its owner.
 */
const mailboxLimit = { attempts: 15, windowS: dayS, portion: 1 }

export type CodeRequestLimiter = (whom: { personId: string; address: string; hasAppliance: boolean }) => Promise<void>

/**
 * Creates the function that counts a requested code for the person and for the mailbox. The function throws Refusal
 * `too-many-requests` if a limit is reached.
 */
export function createCodeRequestLimiter(pool: Pool): CodeRequestLimiter {
  const limitPerson = createKeyLimit(pool, personLimit)
  const limitForOwners = createKeyLimit(pool, { name: 'mail-code-mailbox', ...mailboxLimit })
  const limitForStrangers = createKeyLimit(pool, { name: 'mail-code-mailbox-strangers', ...mailboxLimit })
  return async ({ personId, address, hasAppliance }) => {
    await limitPerson(personId)
    await (hasAppliance ? limitForOwners : limitForStrangers)(toDigestKey(mailboxOfAddress(address)))
  }
}
