import { areApprovableRedirectUris } from '#contract/program-form.ts'
import type { ProgramDecision } from '#contract/program-decisions.ts'
import type { ProgramState } from '#contract/programs.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import { lockProgramById, readSharedGatewayIds, storeProgramDecision } from './store.ts'

/**
 * The state after each decision (`to`), and the states in which the decision is possible (`from`). An approval also
 * ends a refusal or a suspension.
 */
const decisions: Readonly<Record<ProgramDecision, { from: readonly ProgramState[]; to: ProgramState }>> = {
  approve: { from: ['requested', 'refused', 'suspended'], to: 'approved' },
  refuse: { from: ['requested'], to: 'refused' },
  suspend: { from: ['sandbox', 'requested', 'approved'], to: 'suspended' },
}

type DecisionResult = 'done' | 'unknown' | 'other-state' | 'no-company' | 'redirect-uri'

type WantedDecision = { programId: string; decision: ProgramDecision; reason: string | null; now: Date }

/**
 * Approves, refuses or suspends a program. From its next request on, a refused or suspended program gets no data,
 * because each request reads the state. Its grants stay, because a later approval needs them. Updates the open pages of
 * the people who share appliances with it. A job notifies the developer. Specification 27.1.
 */
export async function decideProgram(
  transaction: Transaction,
  bus: Pick<Bus, 'publish'>,
  { programId, decision, reason, now }: WantedDecision,
): Promise<DecisionResult> {
  const program = await lockProgramById(transaction, programId)
  if (!program) return 'unknown'
  const { from, to } = decisions[decision]
  if (!from.includes(program.state)) return 'other-state'
  if (decision === 'approve' && program.companyName === null) return 'no-company'
  if (decision === 'approve' && !areApprovableRedirectUris(program.redirectUris)) return 'redirect-uri'
  await storeProgramDecision(transaction, programId, { state: to, reason, now })
  for (const gatewayId of await readSharedGatewayIds(transaction, programId))
    await publishServiceChange(transaction, bus, { gatewayId })
  return 'done'
}
