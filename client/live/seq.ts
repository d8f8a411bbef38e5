/**
 * The `seq` of a resource, which grows with each of its changes. It is undefined in answers of the previous release.
 * Specification 14.3.
 */
export type Seq = number | undefined

/**
 * Whether an arrived value is older than the stored value. A value with the same `seq` is not older: storing it repairs
 * the page.
 */
export function isOlderSeq(arrivedSeq: Seq, storedSeq: Seq): boolean {
  return arrivedSeq !== undefined && storedSeq !== undefined && arrivedSeq < storedSeq
}

/**
 * Whether a notification is about a change that the app does not have, or may not have because one `seq` is undefined.
 */
export function isNewerSeq(notifiedSeq: Seq, storedSeq: Seq): boolean {
  return notifiedSeq === undefined || storedSeq === undefined || notifiedSeq > storedSeq
}
