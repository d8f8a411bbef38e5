/** What takes longer than this is felt: an acknowledgement, a value on a page, the answer to a call. */
export const feltAfterMs = 2_000
