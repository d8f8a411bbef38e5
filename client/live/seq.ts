/**
 * The `seq` of a resource, which grows with each of its changes. It is undefined in answers of the previous release.
 * Specification 14.3.
 */
export type Seq = number | undefined

/**
 * Whether an arrived value is older than the stored one. A value with the same `seq` is not older: it repairs the page.
 */
export function isOlder(arrived: Seq, stored: Seq): boolean {
  return arrived !== undefined && stored !== undefined && arrived < stored
}

/** Whether a notification is about a change that the page does not have. */
export function isNewer(notified: Seq, stored: Seq): boolean {
  return notified === undefined || stored === undefined || notified > stored
}
