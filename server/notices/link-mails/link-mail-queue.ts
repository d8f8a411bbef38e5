import type { Pool } from 'pg'
import { dayS } from '#contract/durations.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { createKeyLimit, toDigestKey } from '#server/http/rate-limit.ts'
import { mailboxOfAddress } from '../mail-address.ts'
import { createLinkSealer } from './link-sealer.ts'
import type { OutboxLink } from '../outbox-link.ts'
import { insertLinkMail } from './store.ts'

const ofDay = { windowS: dayS, portion: 1 }

/** The daily limits of emails with a link: for the sender, and for a mailbox that gets emails from any sender. */
const ofPerson = { name: 'link-mail-person', attempts: 20, ...ofDay }
const ofMailbox = { name: 'link-mail-mailbox', attempts: 10, ...ofDay }

type LinkToSend = Omit<OutboxLink, 'sealed'> & { personId: string; token: string }

/**
 * Creates an object that limits and queues the emails with the link of an invitation or a hand-over. Specification
 * 26.13.
 */
export function createLinkMailQueue({ pool, registryKey }: { pool: Pool; registryKey: Buffer }) {
  const limitPerson = createKeyLimit(pool, ofPerson)
  const limitMailbox = createKeyLimit(pool, ofMailbox)
  const sealer = createLinkSealer(registryKey)
  return {
    /** Counts an email for its sender and for the recipient's mailbox. @throws Refusal `too-many-requests` */
    async limit({ personId, address }: Pick<LinkToSend, 'personId' | 'address'>): Promise<void> {
      await limitPerson(personId)
      await limitMailbox(toDigestKey(mailboxOfAddress(address)))
    },
    async queue(transaction: Transaction, { personId, token, ...link }: LinkToSend, now: Date): Promise<void> {
      const sealedAddress = sealer.seal({ address: link.address, token })
      await insertLinkMail(transaction, { personId, link: { ...link, sealed: sealedAddress }, now })
    },
  }
}
