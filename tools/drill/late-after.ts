/**
 * The time in ms after which a missing acknowledgement, a missing value on a page, or a missing answer counts as late.
 */
export const lateAfterMs = 2_000
