/** An acknowledgement, a value on a page or an answer counts as late after this time. */
export const lateAfterMs = 2_000
