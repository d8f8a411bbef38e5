import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import yauzl from 'yauzl'
import type { CallApi } from './api-caller.ts'
import type { Findings } from './findings.ts'
import type { FleetOwner } from './fleet-owners.ts'
import type { DrillWorker } from './drill-workers.ts'
import { isOutcomeUnknown } from './savers.ts'

type ExportFile = { id: string; state: string; sha256: string | null; bytes: number | null }
type ExportRequest = { id: string; state: string; reason?: string; files: ExportFile[] }

/**
 * The record of the exporters: the ids of accepted requests, the number of fetched files, and the number of requests
 * that failed because the store was full.
 */
export type ExportRecord = { requests: string[]; fetched: number; failedWhileFull: number }

export type ExportersOptions = {
  /** The owners whose data are exported. */
  owners: readonly FleetOwner[]
  /** The number of people who export at the same time. */
  exporters: number
  call: CallApi
  findings: Findings
  exported: ExportRecord
}

const pollEveryMs = 1_000
const maxPolls = 120

/**
 * Creates people who request the telemetry of their appliance and fetch the file when it is ready. The exports
 * alternate between the owners, because the portal limits the requests for one appliance in a day.
 */
export function createExporters(options: ExportersOptions): DrillWorker[] {
  let turn = 0
  const next = async (): Promise<boolean> => {
    const owner = options.owners[turn % options.owners.length]
    turn += 1
    return owner ? exportOnce(options, owner) : true
  }
  return Array.from({ length: options.exporters }, () => ({ everyMs: 5_000, next }))
}

async function exportOnce(options: ExportersOptions, owner: FleetOwner): Promise<boolean> {
  const { call, exported, findings } = options
  const path = `eu-data-act/${owner.gatewayId}/requests`
  const today = new Date().toISOString().slice(0, 10)
  const body = { from: today, to: today, sources: ['HEATLYTICS'] }
  const asked = await call({ person: owner.person, method: 'POST', path, body })
  if (asked.kind === 'refused') findings.addClientError(`export: ${asked.code}`)
  if (asked.kind !== 'done') return !isOutcomeUnknown(asked)
  const { id } = JSON.parse(asked.body.toString()) as ExportRequest
  exported.requests.push(id)
  // Does not wait for the file, so that the next request is sent in the meantime.
  void followExport(options, owner, id)
  return true
}

async function followExport(options: ExportersOptions, owner: FleetOwner, id: string): Promise<void> {
  const { call, exported, findings } = options
  for (let polls = 0; polls < maxPolls; polls += 1) {
    await pause(pollEveryMs, undefined, { ref: false })
    const answer = await call({ person: owner.person, method: 'GET', path: `eu-data-act/${owner.gatewayId}/requests` })
    if (answer.kind !== 'done') continue
    const { items } = JSON.parse(answer.body.toString()) as { items: ExportRequest[] }
    const request = items.find((candidate) => candidate.id === id)
    if (!request) return findings.addBrokenInvariant(`the export ${id} was taken and is not listed`)
    if (request.state === 'ERROR') {
      if (request.reason === 'store-full') exported.failedWhileFull += 1
      return findings.addClientError(`export: ${request.reason ?? 'ERROR'}`)
    }
    if (request.state !== 'READY') continue
    for (const file of request.files) await fetchFile(options, owner, file)
    return
  }
  findings.addClientError('export: not ready after two minutes')
}

async function fetchFile(
  { call, exported, findings }: ExportersOptions,
  owner: FleetOwner,
  file: ExportFile,
): Promise<void> {
  const path = `eu-data-act/${owner.gatewayId}/files/${file.id}`
  const answer = await call({ person: owner.person, method: 'GET', path })
  if (answer.kind !== 'done') return findings.addClientError('export: not fetched')
  const digest = createHash('sha256').update(answer.body).digest('hex')
  const isWhole = answer.body.length === file.bytes && digest === file.sha256 && (await isArchive(answer.body))
  if (!isWhole) findings.addBrokenInvariant(`the file ${file.id} is ready and is not whole`)
  exported.fetched += 1
}

/** Returns whether a ZIP can be read to its last entry. */
async function isArchive(content: Buffer): Promise<boolean> {
  try {
    const archive = await yauzl.fromBufferPromise(content)
    for await (const _entry of archive.eachEntry()) void _entry
    return true
  } catch {
    return false
  }
}
