import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { readBrands } from '#brands/read-brands.ts'
import { type Environment, SettingError, parseReceiptSettings } from '#server/config.ts'
import { addSettingsFromCredentialFiles } from '#server/credential-files.ts'
import { runWithOneShotPublisher } from '#server/live/bus/one-shot-publisher.ts'
import { systemClock } from '#server/clock.ts'
import { decideTakeoverForOperator } from '#server/appliances/access/takeover/decide-takeover-for-operator.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { erasePerson } from '#server/person-erasure.ts'
import { openLog } from '#server/log.ts'
import { recordCommand } from '#server/operator/record-command.ts'
import {
  type TakeoverDecisionOptions,
  type ErasureCommandOptions,
  type ProgramDecisionOptions,
  needsNoSettings,
  runOperatorCommand,
} from '#server/operator/main.ts'
import { decideProgram } from '#server/partners/programs/decide-program.ts'
import { createPortalReceiptRecorder } from '#server/portal-receipt-recorder.ts'

// `npm run portal -- import gateways FILE.csv` runs an operator's command. It uses the demo of this machine, unless
// settings name another database.
//
// `npm run portal -- demo fault SERIAL CODE` works only with the demo. The production image has the operator's
// commands without the demo.

// A reader such as `head` may close stdout before the command ends. The command then drops its remaining output and
// completes its work.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const demo = join(import.meta.dirname, 'demo/operator-of-demo.ts')
const isDemoThere = existsSync(demo)

try {
  const args = process.argv.slice(2)
  process.exitCode = args[0] === 'demo' ? await runDemoCommand(args.slice(1)) : await runCommand(args)
} catch (error) {
  const isOneSentence = error instanceof SettingError || (error instanceof Error && error.name === 'StartError')
  if (!isOneSentence) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function runDemoCommand(args: readonly string[]): Promise<number> {
  if (!isDemoThere) throw new SettingError('There is no demo in this installation.')
  const { setRunningDemoFault } = await import('./demo/operator-of-demo.ts')
  const complaint = await setRunningDemoFault(process.env, args)
  if (complaint !== null) process.stderr.write(`${complaint}\n`)
  return complaint === null ? 0 : 1
}

async function runCommand(args: readonly string[]): Promise<number> {
  return runOperatorCommand({
    args,
    env: needsNoSettings(args)
      ? process.env
      : await operatorEnvironment(await addSettingsFromCredentialFiles(process.env)),
    printLine: (line) => process.stdout.write(`${line}\n`),
    printError: (line) => process.stderr.write(`${line}\n`),
    operator: userInfo().username,
    erase,
    decideTakeover,
    decideProgram: decideProgramOf,
    record: printAuditLine,
  })
}

/** Prints an audit record on stderr, separate from the output of the command. */
function printAuditLine(audit: object): void {
  const log = openLog('info', 'operator', process.stderr)
  log.info({ audit }, 'audit')
}

async function erase({ pool, url, env, personId, recordAs }: ErasureCommandOptions) {
  const { recordWithoutName } = createPortalReceiptRecorder(parseReceiptSettings(env), await readBrands())
  return runWithOneShotPublisher(url, async (bus) =>
    erasePerson({
      pool,
      bus,
      clock: systemClock,
      personId,
      recordReceipt: recordWithoutName,
      record: async (transaction, details) =>
        recordCommand(transaction, recordAs, { action: 'person-erase', details, outcome: 'done' }),
    }),
  )
}

async function decideTakeover({ url, env, ...dispute }: TakeoverDecisionOptions) {
  const { record: recordReceipt } = createPortalReceiptRecorder(parseReceiptSettings(env), await readBrands())
  return runWithOneShotPublisher(url, async (bus) =>
    decideTakeoverForOperator({ ...dispute, bus, clock: systemClock, recordReceipt }),
  )
}

async function decideProgramOf({ pool, url, ...wanted }: ProgramDecisionOptions) {
  return runWithOneShotPublisher(url, async (bus) =>
    inTransaction(pool, async (transaction) =>
      decideProgram(transaction, bus, { ...wanted, now: new Date(systemClock.now()) }),
    ),
  )
}

/**
 * Returns the settings of an operator's command: the given settings, completed by those of the demo that runs on this
 * machine.
 */
async function operatorEnvironment(env: Environment): Promise<Environment> {
  if ((env['DATABASE_URL'] && env['REGISTRY_KEY']) || !isDemoThere) return env
  const { addDemoSettings } = await import('./demo/operator-of-demo.ts')
  return addDemoSettings(env)
}
