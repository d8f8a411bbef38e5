/** What the operator decides about a program. Specification 27.1. */
export const programDecisions = ['approve', 'refuse', 'suspend'] as const

export type ProgramDecision = (typeof programDecisions)[number]

/** The longest reason of a decision. */
export const maxDecisionReason = 500
