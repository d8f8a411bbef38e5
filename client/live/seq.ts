/**
 * The `seq` of a resource, which grows with each of its changes. It is undefined in answers of the previous release.
 * Specification 14.3.
 */
export type Seq = number | undefined

/**
 * Whether an arrived value is older than the stored value. A value with the same `seq` is not older: storing it repairs
 * the page.
 */
export function isOlderSeq(arrived: Seq, stored: Seq): boolean {
  return arrived !== undefined && stored !== undefined && arrived < stored
}

/**
 * Whether a notification is about a change that the app does not have, or may not have because one `seq` is undefined.
 */
export function isNewerSeq(notified: Seq, stored: Seq): boolean {
  return notified === undefined || stored === undefined || notified > stored
}
