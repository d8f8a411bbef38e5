import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { tryExports } from './ceph/exports.ts'
import { NotAvailableError } from '../../scripts/debian.ts'
import { tryMail } from './exim/mail.ts'
import { trySignIn } from './lemonldap/sign-in.ts'
import { tryRestore } from './pgbackrest/restore.ts'
import type { Trial } from './trial.ts'

// `npm run interop`: the product with software of others, unpacked from Debian. `npm run interop -- mail` for one of the
// trials. A line for each thing that passed; exit code 1 when one did not, 0 when this machine can't get the software. All files
// are in .data/interop.

const trials = {
  'sign-in': { software: 'LemonLDAP::NG', run: trySignIn },
  mail: { software: 'Exim', run: tryMail },
  s3: { software: 'Ceph', run: tryExports },
  restore: { software: 'pgBackRest', run: tryRestore },
} as const
type TrialName = keyof typeof trials

const folder = join(import.meta.dirname, '../../.data/interop')
const ends: (() => Promise<unknown>)[] = []
const trial: Trial = {
  folder,
  say,
  passed: (what) => say(`passed: ${what}`),
  atEnd: (end) => void ends.push(end),
}

for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(event, () => void exit(130))

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !isTrial(name))
if (unknown === undefined) {
  await mkdir(folder, { recursive: true })
  const isWell = await tryAll(asked.length > 0 ? asked.filter(isTrial) : Object.keys(trials).filter(isTrial))
  await exit(isWell ? 0 : 1)
} else {
  say(`There is no trial "${unknown}"; there are ${Object.keys(trials).join(', ')}.`)
  await exit(1)
}

async function tryAll(names: readonly TrialName[]): Promise<boolean> {
  let isWell = true
  for (const name of names) isWell = (await tryOne(name)) && isWell
  return isWell
}

async function tryOne(name: TrialName): Promise<boolean> {
  const { software, run } = trials[name]
  say(`${name}, with ${software}:`)
  try {
    await run(trial)
    return true
  } catch (error) {
    const isMissing = error instanceof NotAvailableError
    const reason = error instanceof Error ? error.stack : String(error)
    say(isMissing ? `not tried: ${software} can't be had here: ${error.message}.` : `failed: ${reason}`)
    return isMissing
  } finally {
    await endAll()
  }
}

function isTrial(name: string): name is TrialName {
  return Object.hasOwn(trials, name)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function exit(code: number): Promise<never> {
  await endAll()
  process.exit(code)
}

/** Ends what was started, the last first. */
async function endAll(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}
