import * as z from 'zod/mini'
import { runWithOneShotPublisher } from '#server/live/bus/one-shot-publisher.ts'
import { systemClock } from '#server/clock.ts'
import { runWithCommandDatabase } from './command-database.ts'
import { recordCommand } from './record-command.ts'
import { type ContractAnswerOutcome, type ContractAnswer, answerContract } from './answer-contract.ts'
import type { OperatorCommand } from './main.ts'
import { readPendingContracts } from './store.ts'

type Answer = { answer: ContractAnswer; contractId: string }

/** Accepts or declines a pending contract on behalf of its company. Returns the exit code. Specification 13.8. */
export async function runContractAnswerCommand(call: OperatorCommand, { answer, contractId }: Answer): Promise<number> {
  if (!z.uuid().safeParse(contractId).success) {
    call.printError(`${contractId} is no id of a contract. "contract list" shows those that wait.`)
    return 1
  }
  return runWithCommandDatabase(call, async ({ pool, url }) => {
    const result = await runWithOneShotPublisher(url, async (bus) =>
      answerContract({
        pool,
        bus,
        clock: systemClock,
        contractId,
        answer,
        record: async (transaction, contractAnswerOutcome) =>
          recordCommand(transaction, call, {
            action: `contract-${answer}`,
            details: { contractId },
            ...outcomeOf(contractAnswerOutcome),
          }),
      }),
    )
    const problem = problemOf(result)
    if (problem === null) call.printLine(`The contract is ${answer === 'accept' ? 'accepted' : 'declined'}.`)
    else call.printError(problem)
    return problem === null ? 0 : 1
  })
}

function outcomeOf(result: ContractAnswerOutcome): { gatewayId: string | null; outcome: string } {
  return result.kind === 'answered'
    ? { gatewayId: result.gatewayId, outcome: 'done' }
    : { gatewayId: null, outcome: result.kind }
}

function problemOf(result: ContractAnswerOutcome): string | null {
  switch (result.kind) {
    case 'answered':
      return null
    case 'unknown':
      return 'No contract has this id. "contract list" shows those that wait.'
    case 'not-pending':
      return result.hasEnded
        ? 'The contract has ended, so that there is nothing to answer.'
        : `The contract is ${result.status}; only a pending one can be accepted or declined.`
  }
}

/**
 * Prints the contracts that wait for the answer of their company, with one line for each contract. Returns the exit
 * code.
 */
export async function runContractListCommand(call: OperatorCommand): Promise<number> {
  return runWithCommandDatabase(call, async ({ pool }) => {
    const contracts = await readPendingContracts(pool, new Date(systemClock.now()))
    for (const { id, createdAt, serial, company } of contracts)
      call.printLine(`${id}  ${createdAt.toISOString()}  ${serial}  ${company}`)
    if (contracts.length === 0) call.printLine('No contract waits for its company.')
    return 0
  })
}
