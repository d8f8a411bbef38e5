import { type SharingConsentRequest, sharedDatatypes, sharingPurposes } from './sharing.ts'

/** The version of the consent text, which receipts contain. Increase it if the meaning of a message changes. */
export const sharingTextVersion = '1'

const datatypeMessages = sharedDatatypes.map((datatype) => `sharing.datatype.${datatype}` as const)
const purposeMessages = sharingPurposes.map((purpose) => `sharing.purpose.${purpose}` as const)

export const sharingMessageIds = [
  'sharing.who',
  'sharing.company',
  'sharing.data',
  ...datatypeMessages,
  'sharing.from-now',
  'sharing.months',
  'sharing.purpose',
  ...purposeMessages,
  'sharing.until',
  'sharing.end',
  'sharing.end.sandbox',
  'sharing.recipient',
] as const

export type SharingMessageId = (typeof sharingMessageIds)[number]

/** Formats a message of the text catalogs. */
type Format = (id: SharingMessageId, values: Record<string, string | number>) => string

/** The values in the consent text: the data that a third party requests, and the names of its program and company. */
export type SharingTextValues = Pick<SharingConsentRequest, 'datatypes' | 'historyMonths' | 'purpose' | 'until'> & {
  client: Pick<SharingConsentRequest['client'], 'name' | 'companyName' | 'registerNumber' | 'country' | 'isSandbox'>
}

/**
 * Returns the text of a consent to share data as the page shows it, with one line for each part. The day is in ISO
 * 8601, because browsers format days differently.
 *
 * Both page and server build the text, so that the server can compare its digest with the digest from the page.
 * Specification 26.11.
 */
export function sharingTextOf(
  { client, datatypes, historyMonths, purpose, until }: SharingTextValues,
  format: Format,
): string {
  const { name, companyName, registerNumber, country } = client
  const company = { company: companyName ?? '', number: registerNumber ?? '–', country: country ?? '–' }
  const lines = [
    format('sharing.who', { name }),
    ...(companyName === null ? [] : [format('sharing.company', company)]),
    `${format('sharing.data', {})}: ${datatypes.map((one) => format(`sharing.datatype.${one}`, {})).join(', ')}`,
    ...(datatypes.includes('history') ? [howFarBack(historyMonths, format)] : []),
    `${format('sharing.purpose', {})}: ${format(`sharing.purpose.${purpose}`, {})}`,
    `${format('sharing.until', {})}: ${until}`,
    format(sharingEndMessageIdOf(client), {}),
    format('sharing.recipient', { name }),
  ]
  return lines.join('\n')
}

/**
 * Returns the message that says how to end the sharing. Test appliances have another message, because they have no
 * access page.
 */
export function sharingEndMessageIdOf({ isSandbox }: Pick<SharingTextValues['client'], 'isSandbox'>): SharingMessageId {
  return isSandbox ? 'sharing.end.sandbox' : 'sharing.end'
}

function howFarBack(months: number, format: Format): string {
  return months === 0 ? format('sharing.from-now', {}) : format('sharing.months', { months })
}
