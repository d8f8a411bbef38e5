import { emptyMark } from '#contract/account.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { isSameAddress, mailAddressOf, type EmailTrust } from './mail-address.ts'
import { lockAddresses } from './store.ts'
import { type RecordingDependencies, recordNotices } from './record-notices.ts'

export type ContactChangeDependencies = RecordingDependencies & { emailTrust: EmailTrust }

/** A change of a contact email on a page of `brand`. */
export type ContactChange = { personId: string; contactEmail: string; brand: string }

/**
 * Notifies a person that their contact email is being changed, also at the previous address. Runs in the transaction
 * that saves it, before the change. Specification 23.9.
 */
export async function recordContactChange(
  transaction: Transaction,
  { emailTrust, ...how }: ContactChangeDependencies,
  { personId, contactEmail, brand }: ContactChange,
): Promise<void> {
  const stored = await lockAddresses(transaction, personId)
  const contact = stored.contactEmail === emptyMark ? null : stored.contactEmail
  // Without a contact email, emails went to the sign-in address, if it was verified.
  const former = contact ?? mailAddressOf(stored, emailTrust).address
  if (former === null || isSameAddress(former, contactEmail)) return
  const at = new Date(how.now).toISOString()
  const event = { kind: 'contact-email-changed', at } as const
  await recordNotices(transaction, how, [
    { personId, gatewayId: null, brand, event, dedupe: `contact-email-changed ${at}`, formerAddress: former },
  ])
}
