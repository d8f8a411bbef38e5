/** The commands by which the operator decides about a program. Specification 27.1. */
export const programDecisions = ['approve', 'refuse', 'suspend'] as const

export type ProgramDecision = (typeof programDecisions)[number]

/** The maximum length of the reason for a decision. */
export const maxDecisionReasonLength = 500
