import type { Language } from '#contract/languages.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'

/** The email with a link, for somebody who may be unknown to the portal. `personId` is the sender. */
export type LinkMail = {
  personId: string
  gatewayId: string
  address: string
  token: string
  brand: string
  language: Language
}

/** Queues links for email, within limits. */
export type LinkMails = {
  /** Counts an email of this person to this address. @throws Refusal `too-many-requests` */
  limit(mail: Pick<LinkMail, 'personId' | 'address'>): Promise<void>
  /** Queues the email, within the transaction that creates its link. */
  queue(transaction: Transaction, mail: LinkMail, now: Date): Promise<void>
}

/** Where a link goes by email; `email` is undefined if nobody typed an address. `language` is that of the sender's page. */
export type LinkMailRecipient = { email: string | undefined; language: Language }

/**
 * Counts the email before the transaction of its link begins, because counting takes a connection of its own.
 * @throws Refusal `unavailable` if the operator has not set up email, `too-many-requests`
 */
export async function limitLinkMail(
  linkMails: LinkMails | null,
  { personId, email }: { personId: string; email: string | undefined },
): Promise<void> {
  if (email === undefined) return
  if (linkMails === null) throw new Refusal('unavailable')
  await linkMails.limit({ personId, address: email })
}

type Linked = Omit<LinkMail, 'address' | 'language'> & { now: Date }

/** Queues the email with a new link, if an address was typed. */
export async function queueLinkMail(
  transaction: Transaction,
  linkMails: LinkMails | null,
  { email, language, now, ...linked }: Linked & LinkMailRecipient,
): Promise<void> {
  if (email === undefined) return
  await linkMails?.queue(transaction, { ...linked, address: email, language }, now)
}
