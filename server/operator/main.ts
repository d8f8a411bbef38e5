import type { Pool } from 'pg'
import { type ProgramDecision, programDecisions } from '#contract/program-decisions.ts'
import { type LookupCommand, lookupUsage, parseLookupCommand, runLookupCommand } from './lookup/commands.ts'
import { type ContractAnswer, contractAnswers } from './answer-contract.ts'
import { runContractAnswerCommand, runContractListCommand } from './contract-commands.ts'
import { runImportCommand } from './import-command.ts'
import { type ImportKind, importKinds } from './import-file.ts'
import { runMigrateCommand } from './migrate-command.ts'
import { runProgramDecisionCommand, runProgramListCommand } from './partner-commands.ts'
import { prepareRestoredDatabase } from './restored-command.ts'
import { type SessionSubcommand, runSessionsCommand, sessionSubcommands } from './session-commands.ts'
import { runTakeoverDecisionCommand, runTakeoverListCommand, takeoverDecisions } from './takeover-commands.ts'
import { type MailSubcommand, mailSubcommands, runMailCommand, generateAndPrintVapidKeys } from './mail-commands.ts'

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
export type ProgramDecisionOptions = { pool: Pool; url: string } & WantedProgramDecision

/**
 * A decision about a program. `reason`: the text for the developer about a refusal or a suspension, or null if the
 * operator wrote no text.
 */
export type WantedProgramDecision = { programId: string; decision: ProgramDecision; reason: string | null }

export type ProgramDecisionResult = 'done' | 'unknown' | 'other-state' | 'no-company' | 'redirect-uri'

export type TakeoverDecisionResult = 'done' | 'unknown' | 'not-proven' | 'over' | 'owner-changed' | 'other-open'

type Command =
  | LookupCommand
  | { name: 'import'; kind: ImportKind; file: string; isCheck: boolean }
  | { name: 'answer'; answer: ContractAnswer; contractId: string }
  | { name: 'list' }
  | { name: 'mail'; act: MailSubcommand }
  | { name: 'sessions'; act: SessionSubcommand; person: string }
  | { name: 'takeovers' }
  | { name: 'takeover'; act: TakeoverDecision; takeoverId: string }
  | { name: 'partners' }
  | ({ name: 'partner' } & WantedProgramDecision)
  | { name: 'vapid' }
  | { name: 'migrate' }
  | { name: 'restored' }

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
  ...lookupUsage,
]

/** Runs one operator command and returns the exit code. Specification 13.8 and 18.4. */
export async function runOperatorCommand(call: OperatorCommand): Promise<number> {
  const command = parseLookupCommand(call.args) ?? parseCommand(call.args)
  switch (command?.name) {
    case 'import':
      return runImportCommand(call, command)
    case 'answer':
      return runContractAnswerCommand(call, command)
    case 'list':
      return runContractListCommand(call)
    case 'mail':
      return runMailCommand(call, command.act)
    case 'sessions':
      return runSessionsCommand(call, command)
    case 'takeovers':
      return runTakeoverListCommand(call)
    case 'takeover':
      return runTakeoverDecisionCommand(call, command)
    case 'partners':
      return runProgramListCommand(call)
    case 'partner':
      return runProgramDecisionCommand(call, command)
    case 'vapid':
      return generateAndPrintVapidKeys(call)
    case 'migrate':
      return runMigrateCommand(call)
    case 'restored':
      return prepareRestoredDatabase(call)
    case 'audit':
    case 'person':
    case 'erase':
    case 'gateway':
      return runLookupCommand(call, command)
    case undefined:
      usage.forEach(call.printError)
      return 2
  }
}

function parseCommand(args: readonly string[]): Command | null {
  const isCheck = args[0] === 'import' && args.includes('--check')
  const [name, what, object, ...rest] = isCheck ? args.filter((arg) => arg !== '--check') : args
  if (name === 'partner' && object !== undefined) return parseDecision(what, object, rest)
  if (rest.length > 0) return null
  if (object === undefined) return withoutObject(name, what)
  if (name === 'import') {
    const kind = importKinds.find((each) => each === what)
    return kind ? { name: 'import', kind, file: object, isCheck } : null
  }
  const act = sessionSubcommands.find((each) => each === what)
  if (name === 'sessions') return act ? { name, act, person: object } : null
  const takeoverAct = takeoverDecisions.find((each) => each === what)
  if (name === 'takeover') return takeoverAct ? { name, act: takeoverAct, takeoverId: object } : null
  const answer = contractAnswers.find((each) => each === what)
  return name === 'contract' && answer ? { name: 'answer', answer, contractId: object } : null
}

/**
 * Parses a decision about a program. Returns null if the arguments are invalid. Only a refusal or a suspension may
 * have a reason.
 */
function parseDecision(what: string | undefined, programId: string, [reason, ...rest]: string[]): Command | null {
  const decision = programDecisions.find((each) => each === what)
  if (!decision || rest.length > 0 || (decision === 'approve' && reason !== undefined)) return null
  return { name: 'partner', decision, programId, reason: reason ?? null }
}

function withoutObject(name: string | undefined, what: string | undefined): Command | null {
  if (what === undefined && (name === 'vapid' || name === 'migrate' || name === 'restored')) return { name }
  if (what === 'list') return lists[name ?? ''] ?? null
  const act = mailSubcommands.find((each) => each === what)
  return name === 'mail' && act ? { name, act } : null
}

/** The commands that end with `list`, such as `contract list`, by their first word. */
const lists: Readonly<Record<string, Command>> = {
  contract: { name: 'list' },
  takeover: { name: 'takeovers' },
  partner: { name: 'partners' },
}
