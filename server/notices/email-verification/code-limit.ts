import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { consume, sharedLimiter } from '#server/http/attempt-limit.ts'

/** Codes that one person has sent in a day, to whatever address. */
const ofPerson = { name: 'mail-code-day', attempts: 5, windowS: 86_400 }

/**
 * Codes that one mailbox gets in a day, counted apart for people who have an appliance and for all others. Somebody who
 * makes accounts can neither fill a mailbox nor use up what its owner needs.
 */
const ofMailbox = { attempts: 15, windowS: 86_400 }

export type LimitCodes = (whom: { personId: string; address: string; hasAppliance: boolean }) => Promise<void>

/** @throws Refusal `too-many-requests` */
export function createCodeLimit(pool: Pool): LimitCodes {
  const person = sharedLimiter(pool, ofPerson)
  const mailboxForOwners = sharedLimiter(pool, { name: 'mail-code-mailbox', ...ofMailbox })
  const mailboxForStrangers = sharedLimiter(pool, { name: 'mail-code-mailbox-strangers', ...ofMailbox })
  return async ({ personId, address, hasAppliance }) => {
    await consume(person, personId)
    const mailbox = createHash('sha256').update(mailboxOf(address)).digest('base64url')
    await consume(hasAppliance ? mailboxForOwners : mailboxForStrangers, mailbox)
  }
}

/** The mailbox of an address: `mark+1@example.com` is that of `Mark@example.com`. RFC 5233. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [local = ''] = address.slice(0, at).split('+')
  return `${local}${address.slice(at)}`.toLowerCase()
}
