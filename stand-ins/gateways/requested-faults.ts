import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { faultCode, type FaultSeverity } from '#contract/faults.ts'
import { sampleFaults } from '#contract/sample-faults.ts'
import { replaceShared, watchShared } from './shared-file.ts'

/** A fault that a simulated gateway reports on request. `from`: the time of the request, epoch milliseconds. */
export type RequestedFault = { code: string; severity: FaultSeverity; from: number }

/** Requested faults by serial number; null for a gateway that is requested to be well. */
export type RequestedFaults = ReadonlyMap<string, RequestedFault | null>

const fileForm = z.record(z.string(), z.nullable(z.object({ code: faultCode, from: z.number() })))
type FileForm = z.infer<typeof fileForm>

/** The file with the requested faults, in the data folder of the demo. */
export function requestedFaultsFile(dataDir: string): string {
  return join(dataDir, 'asked-faults.json')
}

/** Requests that a gateway has this fault, or none, until the next request. */
export async function requestFault(file: string, serial: string, fault: FileForm[string]): Promise<void> {
  await replaceShared(file, { ...(await readFileForm(file)), [serial]: fault })
}

export async function readRequestedFaults(file: string): Promise<RequestedFaults> {
  const asked = Object.entries(await readFileForm(file))
  return new Map(
    asked.map(([serial, fault]) => [serial, fault === null ? null : { ...fault, severity: severityOf(fault.code) }]),
  )
}

/** Calls `onChange` with the requested faults, now and at each change. Returns a function that stops this. */
export function watchRequestedFaults(file: string, onChange: (asked: RequestedFaults) => void): () => void {
  return watchShared(file, readRequestedFaults, onChange)
}

/** The severity in the sample catalogue. A code that it does not have is an ERROR, which stops the heating. */
function severityOf(code: string): FaultSeverity {
  return sampleFaults.find((fault) => fault.code === code)?.severity ?? 'ERROR'
}

/** A missing or invalid file contains no requests. */
async function readFileForm(file: string): Promise<FileForm> {
  try {
    return fileForm.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return {}
  }
}
