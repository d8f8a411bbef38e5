import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { type ProgramDecision, programDecisions } from '#contract/program-decisions.ts'
import { runAuditCommand, runEraseCommand, runGatewayCommand, runPersonCommand } from './lookup/commands.ts'
import { contractAnswers } from './answer-contract.ts'
import { runContractAnswerCommand, runContractListCommand } from './contract-commands.ts'
import { runImportCommand } from './import-command.ts'
import { importKinds } from './import-file.ts'
import { runMigrateCommand } from './migrate-command.ts'
import { runProgramDecisionCommand, runProgramListCommand } from './partner-commands.ts'
import { prepareRestoredDatabase } from './restored-command.ts'
import { runSessionsCommand, sessionSubcommands } from './session-commands.ts'
import { runTakeoverDecisionCommand, runTakeoverListCommand, takeoverDecisions } from './takeover-commands.ts'
import { mailSubcommands, runMailCommand, generateAndPrintVapidKeys } from './mail-commands.ts'

export type OperatorCommand = {
  args: readonly string[]
  env: Record<string, string | undefined>
  printLine: (line: string) => void
  printError: (line: string) => void
  /** The user account that runs the command. */
  operator: string
  /** Erases a person permanently. Returns null if another process has just erased the person. */
  erase(erasure: ErasureCommandOptions): Promise<{ appliances: number; sessions: number } | null>
  /** Decides a takeover about which the owner and the person who started it disagree. Specification 26.9. */
  decideTakeover(dispute: TakeoverDecisionOptions): Promise<TakeoverDecisionResult>
  /** Decides about a program of a third party. Specification 27.1. */
  decideProgram(decision: ProgramDecisionOptions): Promise<ProgramDecisionResult>
  /** Writes an audit record as a log line, like `server/http/request-audit.ts`. Specification 19.51. */
  record: (audit: object) => void
}

/** The person to erase, the database, and the operator whose act is recorded. */
export type ErasureCommandOptions = {
  pool: Pool
  url: string
  env: OperatorCommand['env']
  personId: string
  recordAs: Pick<OperatorCommand, 'operator' | 'record'>
}

export type TakeoverDecision = 'grant' | 'refuse'

/** The takeover to decide, the decision, and the database. */
export type TakeoverDecisionOptions = {
  pool: Pool
  url: string
  env: OperatorCommand['env']
  takeoverId: string
  decision: TakeoverDecision
}

/** The program to decide about, the decision, and the database. */
export type ProgramDecisionOptions = { pool: Pool; url: string } & ProgramDecisionRequest

/**
 * A decision about a program. `reason`: the text for the developer about a refusal or a suspension, or null if the
 * operator wrote no text.
 */
export type ProgramDecisionRequest = { programId: string; decision: ProgramDecision; reason: string | null }

export type ProgramDecisionResult = 'done' | 'unknown' | 'other-state' | 'no-company' | 'redirect-uri'

export type TakeoverDecisionResult = 'done' | 'unknown' | 'not-proven' | 'over' | 'owner-changed' | 'other-open'

type Options = { check?: boolean; since?: string; limit?: string; json?: boolean; yes?: boolean }

const options = {
  check: { type: 'boolean' },
  since: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const

/** An operator's command: its first words, then its arguments, and the options that it takes. */
type Command = {
  words: readonly string[]
  /** The minimum and maximum number of arguments. */
  count: readonly [number, number]
  takes: readonly (keyof Options)[]
  /** Runs the command. Returns the exit code, or null if an option has an invalid value. */
  run(call: OperatorCommand, args: readonly string[], given: Options): Promise<number> | number | null
}

const withoutArguments = { count: [0, 0], takes: [] } as const
const withOneArgument = { count: [1, 1], takes: [] } as const

const commands: readonly Command[] = [
  ...importKinds.map((kind): Command => {
    const run: Command['run'] = async (call, [file = ''], { check: isCheck = false }) =>
      runImportCommand(call, { kind, file, isCheck })
    return { words: ['import', kind], count: [1, 1], takes: ['check'], run }
  }),
  ...contractAnswers.map((answer): Command => {
    const run: Command['run'] = async (call, [contractId = '']) =>
      runContractAnswerCommand(call, { answer, contractId })
    return { words: ['contract', answer], ...withOneArgument, run }
  }),
  { words: ['contract', 'list'], ...withoutArguments, run: runContractListCommand },
  ...mailSubcommands.map((act): Command => {
    return { words: ['mail', act], ...withoutArguments, run: async (call) => runMailCommand(call, act) }
  }),
  ...sessionSubcommands.map((act): Command => {
    const run: Command['run'] = async (call, [person = '']) => runSessionsCommand(call, { act, person })
    return { words: ['sessions', act], ...withOneArgument, run }
  }),
  { words: ['takeover', 'list'], ...withoutArguments, run: runTakeoverListCommand },
  ...takeoverDecisions.map((act): Command => {
    const run: Command['run'] = async (call, [takeoverId = '']) => runTakeoverDecisionCommand(call, { act, takeoverId })
    return { words: ['takeover', act], ...withOneArgument, run }
  }),
  { words: ['partner', 'list'], ...withoutArguments, run: runProgramListCommand },
  ...programDecisions.map((decision): Command => {
    const run: Command['run'] = async (call, [programId = '', reason = null]) =>
      runProgramDecisionCommand(call, { decision, programId, reason })
    // Only a refusal or a suspension may have a reason.
    return { words: ['partner', decision], count: [1, decision === 'approve' ? 1 : 2], takes: [], run }
  }),
  { words: ['vapid'], ...withoutArguments, run: generateAndPrintVapidKeys },
  { words: ['migrate'], ...withoutArguments, run: runMigrateCommand },
  { words: ['restored'], ...withoutArguments, run: prepareRestoredDatabase },
  { words: ['audit'], count: [1, 1], takes: ['since', 'limit', 'json'], run: runAuditCommand },
  { words: ['person', 'erase'], count: [1, 1], takes: ['yes'], run: runEraseCommand },
  { words: ['person'], ...withOneArgument, run: runPersonCommand },
  { words: ['gateway'], ...withOneArgument, run: runGatewayCommand },
]

const usage = [
  `Usage: node scripts/portal.mjs import [--check] ${importKinds.join('|')} FILE.csv`,
  `       node scripts/portal.mjs contract ${contractAnswers.join('|')} ID`,
  '       node scripts/portal.mjs contract list',
  `       node scripts/portal.mjs mail ${mailSubcommands.join('|')}`,
  `       node scripts/portal.mjs sessions ${sessionSubcommands.join('|')} EMAIL|ID`,
  '       node scripts/portal.mjs takeover list',
  `       node scripts/portal.mjs takeover ${takeoverDecisions.join('|')} ID`,
  '       node scripts/portal.mjs partner list',
  '       node scripts/portal.mjs partner approve ID',
  '       node scripts/portal.mjs partner refuse|suspend ID ["REASON"]',
  '       node scripts/portal.mjs vapid',
  '       node scripts/portal.mjs migrate',
  '       node scripts/portal.mjs restored',
  '       node scripts/portal.mjs audit PERSON|SERIAL [--since MOMENT] [--limit COUNT] [--json]',
  '       node scripts/portal.mjs person EMAIL|ID',
  '       node scripts/portal.mjs person erase EMAIL|ID --yes',
  '       node scripts/portal.mjs gateway SERIAL',
]

/** Runs one operator command and returns the exit code. Specification 13.8 and 18.4. */
export async function runOperatorCommand(call: OperatorCommand): Promise<number> {
  const exitCode = await runMatchingCommand(call)
  if (exitCode !== null) return exitCode
  usage.forEach(call.printError)
  return 2
}

function runMatchingCommand(call: OperatorCommand): ReturnType<Command['run']> {
  const parsed = parseOptions(call.args)
  if (!parsed) return null
  const { positionals, values } = parsed
  for (const { words, count, takes, run } of commands) {
    const args = positionals.slice(words.length)
    const isNamed = words.every((word, index) => positionals[index] === word)
    if (!isNamed || args.length < count[0] || args.length > count[1]) continue
    const hasOther = Object.keys(values).some((name) => !takes.some((taken) => taken === name))
    return hasOther ? null : run(call, args, values)
  }
  return null
}

function parseOptions(args: readonly string[]): { positionals: string[]; values: Options } | null {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
