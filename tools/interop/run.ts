import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../scripts/processes/start-error.ts'
import { runProgram } from '../../scripts/processes/run-program.ts'
import { runClientsTrial } from './clients/clients-trial.ts'
import { runExportsTrial } from './ceph/exports-trial.ts'
import { NotAvailableError } from '../../scripts/debian-packages.ts'
import { runMailTrial } from './exim/mail-trial.ts'
import { runHomeTrial } from './home/home-trial.ts'
import { runSignInTrial } from './lemonldap/sign-in-trial.ts'
import { runOpenApiTrial } from './openapi/openapi-trial.ts'
import { runPackedDayTrial } from './packed/packed-day-trial.ts'
import { runRestoreTrial } from './pgbackrest/restore-trial.ts'
import type { Trial } from './trial.ts'

// `npm run interop` tests the portal with external software, which it downloads from Debian and npm. `npm run interop
// -- mail` runs one trial.
//
// Prints a line for each passed step. The exit code is 1 if a step failed, and 0 if the external software is not
// available. All files are in .data/interop.

const trials = {
  'sign-in': { software: 'LemonLDAP::NG', run: runSignInTrial },
  mail: { software: 'Exim', run: runMailTrial },
  s3: { software: 'Ceph', run: runExportsTrial },
  restore: { software: 'pgBackRest', run: runRestoreTrial },
  home: { software: 'mosquitto, Node-RED and voluptuous', run: runHomeTrial },
  openapi: { software: 'Redocly, Spectral and Dredd', run: runOpenApiTrial },
  clients: { software: 'Authlib, mod_auth_openidc and jwcrypto', run: runClientsTrial },
  packed: { software: 'python3-zstandard', run: runPackedDayTrial },
} as const
type TrialName = keyof typeof trials

const folder = join(import.meta.dirname, '../../.data/interop')

await runProgram({ codeOfSignal: 130 }, async ({ printLine, runAtEnd }) => {
  const asked = process.argv.slice(2)
  const unknown = asked.find((name) => !isTrial(name))
  if (unknown !== undefined)
    throw new StartError(`There is no trial "${unknown}"; there are ${Object.keys(trials).join(', ')}.`)
  await mkdir(folder, { recursive: true })
  let isWell = true
  for (const name of (asked.length > 0 ? asked : Object.keys(trials)).filter(isTrial)) {
    const ends: (() => Promise<unknown>)[] = []
    // Calls the functions that `runAtEnd` registered, in reverse order.
    const endAll = async (): Promise<void> => {
      for (const end of ends.splice(0).toReversed()) await end()
    }
    runAtEnd(endAll)
    const trial = {
      folder,
      printLine,
      printPassed: (what: string) => printLine(`passed: ${what}`),
      runAtEnd: (end: () => Promise<unknown>) => void ends.push(end),
    }
    const hasPassed = await tryOne(name, trial)
    await endAll()
    isWell &&= hasPassed
  }
  return isWell ? 0 : 1
})

async function tryOne(name: TrialName, trial: Trial): Promise<boolean> {
  const { software, run } = trials[name]
  trial.printLine(`${name}, with ${software}:`)
  try {
    await run(trial)
    return true
  } catch (error) {
    const isMissing = error instanceof NotAvailableError
    const reason = error instanceof Error ? error.stack : String(error)
    trial.printLine(isMissing ? `not tried: ${software} can't be had here: ${error.message}.` : `failed: ${reason}`)
    return isMissing
  }
}

function isTrial(name: string): name is TrialName {
  return Object.hasOwn(trials, name)
}
