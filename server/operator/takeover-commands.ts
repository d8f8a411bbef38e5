import * as z from 'zod/mini'
import { dayMs } from '#contract/durations.ts'
import { systemClock } from '#server/clock.ts'
import { runWithCommandDatabase } from './command-database.ts'
import { runRecordedCommand, recordCommand } from './record-command.ts'
import { formatAlignedTable } from './lookup/aligned-table.ts'
import type { OperatorCommand, TakeoverDecision, TakeoverDecisionResult } from './main.ts'
import { readTakeoversSince } from './store.ts'

export const takeoverDecisions = ['grant', 'refuse'] as const satisfies readonly TakeoverDecision[]

const listedDays = 90

/** Prints the takeovers of the last 90 days. Returns the exit code. Specification 26.9. */
export async function runTakeoverListCommand(call: OperatorCommand): Promise<number> {
  return runWithCommandDatabase(call, async ({ pool }) => {
    const since = new Date(systemClock.now() - listedDays * dayMs)
    const takeovers = await readTakeoversSince(pool, since)
    await recordCommand(pool, call, { action: 'takeover-list', outcome: 'done' })
    formatAlignedTable(takeovers).forEach((line) => call.printLine(line))
    if (takeovers.length === 0) call.printLine('There is no takeover.')
    return 0
  })
}

/**
 * Grants or refuses a takeover. The audit record is inserted before the takeover changes (decision 066). Returns the
 * exit code.
 */
export async function runTakeoverDecisionCommand(
  call: OperatorCommand,
  { act, takeoverId }: { act: TakeoverDecision; takeoverId: string },
): Promise<number> {
  if (!z.uuid().safeParse(takeoverId).success) {
    call.printError(`${takeoverId} is no id of a takeover. "takeover list" shows them.`)
    return 1
  }
  return runWithCommandDatabase(call, async ({ pool, url }) => {
    const described = { action: `takeover-${act}`, details: { takeover: takeoverId } }
    const outcome = await runRecordedCommand(pool, call, {
      ...described,
      act: async () => call.decideTakeover({ pool, url, env: call.env, takeoverId, decision: act }),
    })
    if (outcome === 'done')
      call.printLine(act === 'grant' ? 'The person is the owner now.' : 'The takeover is refused.')
    else call.printError(problemByResult[outcome])
    return outcome === 'done' ? 0 : 1
  })
}

const problemByResult: Readonly<Record<Exclude<TakeoverDecisionResult, 'done'>, string>> = {
  unknown: 'No takeover has this id. "takeover list" shows them.',
  'not-proven': 'The person has not proved that they stand next to the appliance, so nothing can be granted.',
  over: 'The takeover is over.',
  'owner-changed': 'The appliance has another owner since then, or none.',
  'other-open': 'Another takeover of this appliance is open. Decide that one first.',
}
