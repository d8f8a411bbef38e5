import { emptyFieldMark } from '#contract/account.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { isSameAddress, chooseAddressOfPerson, type EmailTrust } from './mail-address.ts'
import { lockEmailAddressesOfPerson } from './store.ts'
import { type NoticeRecordingDependencies, recordNotices } from './record-notices.ts'

export type ContactChangeNoticeDependencies = NoticeRecordingDependencies & { emailTrust: EmailTrust }

/** The contact email to save. `brand`: the brand of the page on which the person typed the address. */
export type ContactEmailToSave = { personId: string; contactEmail: string; brand: string }

/**
 * Records the notice that a person's contact email changes. Its email also goes to the sign-in address, and to the
 * previous contact email if the person had confirmed that. Does nothing if the person had no address for emails before,
 * or if the address stays the same. Call this function in the transaction that saves the new address, before the save.
 * Specification 23.9.
 */
export async function recordContactChangeNotice(
  transaction: Transaction,
  { emailTrust, ...how }: ContactChangeNoticeDependencies,
  { personId, contactEmail, brand }: ContactEmailToSave,
): Promise<void> {
  const storedAddresses = await lockEmailAddressesOfPerson(transaction, personId)
  const contact = storedAddresses.contactEmail === emptyFieldMark ? null : storedAddresses.contactEmail
  // A person without a contact email got emails at the sign-in address, if that was verified.
  const former = contact ?? chooseAddressOfPerson(storedAddresses, emailTrust).address
  if (former === null || isSameAddress(former, contactEmail)) return
  const at = new Date(how.now).toISOString()
  const event = { kind: 'contact-email-changed', at } as const
  await recordNotices(transaction, how, [
    { personId, gatewayId: null, brand, event, dedupe: `contact-email-changed ${at}`, formerAddress: former },
  ])
}
