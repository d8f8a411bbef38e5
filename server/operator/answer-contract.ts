import { readContractCompany } from '#server/service-changes/store.ts'
import { recordActivity } from '#server/audit/record-activity.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { type StoredContract, storeContractAnswer, lockContract, recordAnswerForRemoteService } from './store.ts'
import type { Services } from '#server/services.ts'

export const contractAnswers = ['accept', 'decline'] as const

export type ContractAnswer = (typeof contractAnswers)[number]

export type ContractAnswerOptions = Pick<Services, 'pool' | 'bus' | 'clock'> & {
  contractId: string
  answer: ContractAnswer
  /** Records the command with its outcome, in the transaction that stores the answer. */
  record?(transaction: Transaction, result: ContractAnswerOutcome): Promise<void>
}

export type ContractAnswerOutcome =
  | { kind: 'answered'; gatewayId: string }
  | { kind: 'unknown' }
  | ({ kind: 'not-pending' } & StoredContract)

/**
 * Answers a pending contract on behalf of a company that does not accept automatically, and updates the open pages.
 * Specification 13.8.
 */
export async function answerContract(request: ContractAnswerOptions): Promise<ContractAnswerOutcome> {
  return inTransaction(request.pool, async (transaction) => {
    const result = await answerWithin(transaction, request)
    await request.record?.(transaction, result)
    return result
  })
}

async function answerWithin(
  transaction: Transaction,
  { bus, clock, contractId, answer }: ContractAnswerOptions,
): Promise<ContractAnswerOutcome> {
  const contract = await lockContract(transaction, contractId)
  if (!contract) return { kind: 'unknown' }
  if (contract.status !== 'PENDING' || contract.hasEnded) return { kind: 'not-pending', ...contract }
  const { gatewayId } = contract
  const answerValues = { contractId, gatewayId, now: new Date(clock.now()), isAccepted: answer === 'accept' }
  await storeContractAnswer(transaction, answerValues)
  await recordAnswerForRemoteService(transaction, answerValues)
  const { company, companyType } = await readContractCompany(transaction, contractId)
  const kind = answerValues.isAccepted ? 'contract-accepted' : 'contract-declined'
  const act = { kind, actor: 'company', personId: null, gatewayId, now: clock.now() } as const
  await recordActivity(transaction, { ...act, details: { company, companyType } })
  await publishServiceChange(transaction, bus, { gatewayId })
  return { kind: 'answered', gatewayId }
}
