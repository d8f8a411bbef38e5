import type { Language } from '#contract/languages.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'

/**
 * An email with the link of an invitation or a hand-over. Its recipient does not need an account. `personId` is the
 * sender; `token` is the secret part of the link.
 */
export type LinkMail = {
  personId: string
  gatewayId: string
  address: string
  token: string
  brand: string
  language: Language
}

/** Queues emails with links. Limits the number of emails that a person sends and that an address gets. */
export type LinkMailQueue = {
  /** Counts an email of this person to this address. @throws Refusal `too-many-requests` if a limit is reached */
  limit(mail: Pick<LinkMail, 'personId' | 'address'>): Promise<void>
  /** Queues the email, within the transaction that creates its link. */
  queue(transaction: Transaction, mail: LinkMail, now: Date): Promise<void>
}

/**
 * The recipient of a link. `email` is undefined if the portal does not email the link. `language` is the language in
 * which the sender uses the portal.
 */
export type LinkMailRecipient = { email: string | undefined; language: Language }

/**
 * Counts an email against the limits. Does nothing if `email` is undefined. Call this function before the transaction
 * of the link begins, because it uses another database connection.
 *
 * @throws Refusal `unavailable` if the operator has not set up email, `too-many-requests` if a limit is reached
 */
export async function countLinkMailAgainstLimits(
  linkMails: LinkMailQueue | null,
  { personId, email }: { personId: string; email: string | undefined },
): Promise<void> {
  if (email === undefined) return
  if (linkMails === null) throw new Refusal('unavailable')
  await linkMails.limit({ personId, address: email })
}

type Linked = Omit<LinkMail, 'address' | 'language'> & { now: Date }

/** Queues the email with a new link. Does nothing if `email` is undefined. */
export async function queueLinkMail(
  transaction: Transaction,
  linkMails: LinkMailQueue | null,
  { email, language, now, ...linked }: Linked & LinkMailRecipient,
): Promise<void> {
  if (email === undefined) return
  await linkMails?.queue(transaction, { ...linked, address: email, language }, now)
}
