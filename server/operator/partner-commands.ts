import * as z from 'zod/mini'
import { type ProgramDecision, maxDecisionReasonLength } from '#contract/program-decisions.ts'
import { runWithCommandDatabase } from './command-database.ts'
import { runRecordedCommand, recordCommand } from './record-command.ts'
import { formatAlignedTable } from './lookup/aligned-table.ts'
import type { OperatorCommand, ProgramDecisionResult, ProgramDecisionRequest } from './main.ts'
import { readPrograms } from './store.ts'

/** Prints the programs of third parties. Returns the exit code. Specification 27.1. */
export async function runProgramListCommand(call: OperatorCommand): Promise<number> {
  return runWithCommandDatabase(call, async ({ pool }) => {
    const programs = await readPrograms(pool)
    await recordCommand(pool, call, { action: 'partner-list', outcome: 'done' })
    formatAlignedTable(programs).forEach((line) => call.printLine(line))
    if (programs.length === 0) call.printLine('There is no program.')
    return 0
  })
}

/**
 * Approves, refuses or suspends a program. The audit record is inserted before the program changes. Returns the exit
 * code. Specification 27.1.
 */
export async function runProgramDecisionCommand(
  call: OperatorCommand,
  { decision, programId, reason }: ProgramDecisionRequest,
): Promise<number> {
  if (!z.uuid().safeParse(programId).success) {
    call.printError(`${programId} is no id of a program. "partner list" shows them.`)
    return 1
  }
  if (reason !== null && !isReason(reason)) {
    call.printError(`A reason is one line of at most ${maxDecisionReasonLength} characters.`)
    return 1
  }
  return runWithCommandDatabase(call, async ({ pool, url }) => {
    const details = { program: programId, ...(reason !== null && { reason }) }
    const act = { action: `partner-${decision}`, details }
    const outcome = await runRecordedCommand(pool, call, {
      ...act,
      act: async () => call.decideProgram({ pool, url, programId, decision, reason }),
    })
    if (outcome === 'done') call.printLine(sentences[decision])
    else call.printError(problems[outcome])
    return outcome === 'done' ? 0 : 1
  })
}

function isReason(text: string): boolean {
  return text.trim() !== '' && text.length <= maxDecisionReasonLength && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}

const sentences: Readonly<Record<ProgramDecision, string>> = {
  approve: 'The program is approved: owners can share their appliances with it.',
  refuse: 'The program is refused: it can do nothing until it is approved. No grant ends.',
  suspend: 'The program is suspended: it can do nothing until it is approved. No grant ends.',
}

const problems: Readonly<Record<Exclude<ProgramDecisionResult, 'done'>, string>> = {
  unknown: 'No program has this id. "partner list" shows them.',
  'other-state': 'The state of the program does not allow this. "partner list" shows it.',
  'no-company': 'The developer has not named a company and not asked for approval.',
  'redirect-uri': 'A redirect URI is not https. The developer changes it on the page /developers.',
}
