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

const options = {
  check: { type: 'boolean' },
  since: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const

type OptionName = keyof typeof options

type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

const optionUsages: Readonly<Record<OptionName, string>> = {
  check: '[--check]',
  since: '[--since MOMENT]',
  limit: '[--limit COUNT]',
  json: '[--json]',
  yes: '[--yes]',
}

/** An operator's command: its first words, then its arguments, and the options that it takes. */
type Command = {
  words: readonly string[]
  /** The arguments as the usage names them. An optional argument has brackets and comes last. */
  usage: readonly string[]
  takes: readonly OptionName[]
  /** Whether the command runs without the settings of the portal. By default it needs them. */
  needsNoSettings?: (given: Options) => boolean
  /** Runs the command. Returns the exit code, or null if an option has an invalid value. */
  run(call: OperatorCommand, args: readonly string[], given: Options): Promise<number> | number | null
}

const withoutArguments = { usage: [], takes: [] } as const

const commands: readonly Command[] = [
  ...importKinds.map((kind): Command => {
    const run: Command['run'] = async (call, [file = ''], { check: isCheck = false }) =>
      runImportCommand(call, { kind, file, isCheck })
    const usage = ['FILE.csv']
    return { words: ['import', kind], usage, takes: ['check'], needsNoSettings: ({ check = false }) => check, run }
  }),
  ...contractAnswers.map((answer): Command => {
    const run: Command['run'] = async (call, [contractId = '']) =>
      runContractAnswerCommand(call, { answer, contractId })
    return { words: ['contract', answer], usage: ['ID'], takes: [], run }
  }),
  { words: ['contract', 'list'], ...withoutArguments, run: runContractListCommand },
  ...mailSubcommands.map((act): Command => {
    return { words: ['mail', act], ...withoutArguments, run: async (call) => runMailCommand(call, act) }
  }),
  ...sessionSubcommands.map((act): Command => {
    const run: Command['run'] = async (call, [person = '']) => runSessionsCommand(call, { act, person })
    return { words: ['sessions', act], usage: ['EMAIL|ID'], takes: [], run }
  }),
  { words: ['takeover', 'list'], ...withoutArguments, run: runTakeoverListCommand },
  ...takeoverDecisions.map((act): Command => {
    const run: Command['run'] = async (call, [takeoverId = '']) => runTakeoverDecisionCommand(call, { act, takeoverId })
    return { words: ['takeover', act], usage: ['ID'], takes: [], run }
  }),
  { words: ['partner', 'list'], ...withoutArguments, run: runProgramListCommand },
  ...programDecisions.map((decision): Command => {
    const run: Command['run'] = async (call, [programId = '', reason = null]) =>
      runProgramDecisionCommand(call, { decision, programId, reason })
    // Only a refusal or a suspension may have a reason.
    const usage = decision === 'approve' ? ['ID'] : ['ID', '["REASON"]']
    return { words: ['partner', decision], usage, takes: [], run }
  }),
  { words: ['vapid'], ...withoutArguments, needsNoSettings: () => true, run: generateAndPrintVapidKeys },
  { words: ['migrate'], ...withoutArguments, run: runMigrateCommand },
  { words: ['restored'], ...withoutArguments, run: prepareRestoredDatabase },
  { words: ['audit'], usage: ['EMAIL|ID|SERIAL'], takes: ['since', 'limit', 'json'], run: runAuditCommand },
  { words: ['person', 'erase'], usage: ['EMAIL|ID'], takes: ['yes'], run: runEraseCommand },
  { words: ['person'], usage: ['EMAIL|ID'], takes: [], run: runPersonCommand },
  { words: ['gateway'], usage: ['SERIAL'], takes: [], run: runGatewayCommand },
]

/** Runs one operator command and returns the exit code. Specification 13.8 and 18.4. */
export async function runOperatorCommand(call: OperatorCommand): Promise<number> {
  const match = matchCommand(call.args)
  const exitCode = match && (await match.command.run(call, match.args, match.given))
  if (exitCode !== null) return exitCode
  printUsage(call.printError)
  return 2
}

/** Whether a command runs without the settings of the portal. A wrong call does: it only prints the usage. */
export function needsNoSettings(args: readonly string[]): boolean {
  const match = matchCommand(args)
  return match === null || (match.command.needsNoSettings?.(match.given) ?? false)
}

function printUsage(printError: OperatorCommand['printError']): void {
  printError('Usage: node scripts/portal.mjs COMMAND, with one of these commands:')
  for (const { words, usage, takes } of commands)
    printError(`  ${[...words, ...usage, ...takes.map((name) => optionUsages[name])].join(' ')}`)
  printError('If an argument begins with -, put -- before the arguments.')
}

/** The command of a call, its arguments and its options. */
type CommandMatch = { command: Command; args: readonly string[]; given: Options }

/** Finds the command of a call. Returns null if the words, the number of arguments or the options fit no command. */
function matchCommand(callArgs: readonly string[]): CommandMatch | null {
  const parsed = parseOptions(callArgs)
  if (!parsed) return null
  const { positionals, values: given } = parsed
  for (const command of commands) {
    const { words, usage, takes } = command
    const args = positionals.slice(words.length)
    const requiredCount = usage.filter((argument) => !argument.startsWith('[')).length
    const isNamed = words.every((word, index) => positionals[index] === word)
    if (!isNamed || args.length < requiredCount || args.length > usage.length) continue
    const hasOther = Object.keys(given).some((name) => !takes.some((taken) => taken === name))
    return hasOther ? null : { command, args, given }
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
