/**
 * The clock of a resource: grows with each change; undefined if the previous release answered. Specification 14.3.
 */
export type Seq = number | undefined

/** Whether what arrived is older than what the page has. The same `seq` is current, and repairs the page. */
export function isOlder(arrived: Seq, stored: Seq): boolean {
  return arrived !== undefined && stored !== undefined && arrived < stored
}

/** Whether a notification is about a change that the page does not have. */
export function isNewer(notified: Seq, stored: Seq): boolean {
  return notified === undefined || stored === undefined || notified > stored
}
