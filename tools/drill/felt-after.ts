/** An acknowledgement, a value on a page or an answer counts as late after this time. */
export const feltAfterMs = 2_000
