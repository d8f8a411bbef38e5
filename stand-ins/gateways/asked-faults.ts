import { watchFile, unwatchFile } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { faultCode, type FaultSeverity } from '#contract/faults.ts'
import { sampleFaults } from '#contract/sample-faults.ts'

/** `from`: when it was asked for, epoch milliseconds. */
export type AskedFault = { code: string; severity: FaultSeverity; from: number }

/** Faults that somebody wants to see, by serial number; null for a gateway that is to be well. */
export type AskedFaults = ReadonlyMap<string, AskedFault | null>

const fileForm = z.record(z.string(), z.nullable(z.object({ code: faultCode, from: z.number() })))
type FileForm = z.infer<typeof fileForm>

const lookEveryMs = 500

/** Where a demo keeps what was asked for, in its data folder. */
export function askedFaultsFile(dataDir: string): string {
  return join(dataDir, 'asked-faults.json')
}

/** Makes a gateway have this fault, or none, until something else is asked for. */
export async function askForFault(file: string, serial: string, fault: FileForm[string]): Promise<void> {
  const asked = { ...(await readFileForm(file)), [serial]: fault }
  await writeFile(`${file}.new`, JSON.stringify(asked))
  await rename(`${file}.new`, file)
}

export async function readAskedFaults(file: string): Promise<AskedFaults> {
  const asked = Object.entries(await readFileForm(file))
  return new Map(
    asked.map(([serial, fault]) => [serial, fault === null ? null : { ...fault, severity: severityOf(fault.code) }]),
  )
}

/** Calls `onChange` with what is asked for, now and whenever that changes, until the answer is called. */
export function watchAskedFaults(file: string, onChange: (asked: AskedFaults) => void): () => void {
  const look = (): void => void readAskedFaults(file).then(onChange)
  watchFile(file, { interval: lookEveryMs }, look)
  look()
  return () => unwatchFile(file, look)
}

/** A code that the sample does not know stops the heating. */
function severityOf(code: string): FaultSeverity {
  return sampleFaults.find((fault) => fault.code === code)?.severity ?? 'ERROR'
}

/** Nothing is asked for where there is no file, or another one. */
async function readFileForm(file: string): Promise<FileForm> {
  try {
    return fileForm.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return {}
  }
}
