import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { faultCode, type FaultSeverity } from '#contract/faults.ts'
import { sampleFaults } from '#contract/sample-faults.ts'
import { replaceSharedFile, watchSharedFile } from './shared-file.ts'

/** A fault that a simulated gateway reports on request. `from`: the time of the request in epoch milliseconds. */
export type RequestedFault = { code: string; severity: FaultSeverity; from: number }

/** The requested faults by serial number. Null is the request that a gateway has no fault. */
export type RequestedFaults = ReadonlyMap<string, RequestedFault | null>

const fileForm = z.record(z.string(), z.nullable(z.object({ code: faultCode, from: z.number() })))
type FileForm = z.infer<typeof fileForm>

/** Returns the path of the file with the requested faults, in the data folder of the demo. */
export function requestedFaultsPath(dataDir: string): string {
  return join(dataDir, 'asked-faults.json')
}

/** Requests that a gateway has this fault, or no fault if `fault` is null, until the next request for the gateway. */
export async function requestFault(file: string, serial: string, fault: FileForm[string]): Promise<void> {
  await replaceSharedFile(file, { ...(await readFileForm(file)), [serial]: fault })
}

export async function readRequestedFaults(file: string): Promise<RequestedFaults> {
  const requestedEntries = Object.entries(await readFileForm(file))
  return new Map(
    requestedEntries.map(([serial, fault]) => [
      serial,
      fault === null ? null : { ...fault, severity: severityOf(fault.code) },
    ]),
  )
}

/**
 * Calls `onChange` with the requested faults, immediately and after each change. Returns a function that stops the
 * calls.
 */
export function watchRequestedFaults(file: string, onChange: (asked: RequestedFaults) => void): () => void {
  return watchSharedFile(file, readRequestedFaults, onChange)
}

/**
 * Returns the severity of a fault code in the sample catalogue. For a code that is not in the catalogue, returns
 * ERROR, which stops the heating.
 */
function severityOf(code: string): FaultSeverity {
  return sampleFaults.find((fault) => fault.code === code)?.severity ?? 'ERROR'
}

/** Reads the file with the requests. A missing or invalid file counts as a file without requests. */
async function readFileForm(file: string): Promise<FileForm> {
  try {
    return fileForm.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return {}
  }
}
