import * as z from 'zod/mini'
import { gatewayStatuses } from './appliance.ts'
import type { ChartedReading } from './datapoints.ts'
import { exportFailures, exportStates } from './export-states.ts'
import { id } from './text.ts'

/**
 * What an export may hold. Specification 3.9 and 15.1. HEATLYTICS is the telemetry, RST the remote-service record
 * (contracts, consents, faults, accesses), HCC the connection's own data (claim, address, status history, settings).
 */
export const exportSources = ['HEATLYTICS', 'RST', 'HCC'] as const

export type ExportSource = (typeof exportSources)[number]

/** Requests of one appliance that may be under way at a time. Specification 15.3. */
export const maxOpenExports = 3

/** Days a file is kept. Specification 15.3. */
export const exportKeptDays = 30

/** A day of the calendar in UTC, `YYYY-MM-DD`; one that does not exist is refused with the code `date`. */
const day = z
  .string({ error: 'date' })
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'date', abort: true }), z.refine(isDay, { error: 'date' }))

function isDay(value: string): boolean {
  const moment = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value)
}

const range = { from: z.optional(day), to: z.optional(day) }

type Range = { from?: string | undefined; to?: string | undefined }

function isInOrder({ from, to }: Range): boolean {
  return from === undefined || to === undefined || from <= to
}

const isUnique = (sources: readonly string[]): boolean => new Set(sources).size === sources.length

/**
 * The body of POST /api/2/eu-data-act/{applianceId}/requests. Both days belong to the range; without them it is
 * everything kept. A day in the future is refused by the server (code `future`). Specification 15.1.
 */
export const exportRequest = z
  .strictObject({
    ...range,
    sources: z
      .array(z.enum(exportSources))
      .check(z.minLength(1, { error: 'required' }), z.refine(isUnique, { error: 'repeated' })),
  })
  .check(z.refine(isInOrder, { error: 'from-after-to', path: ['to'] }))

export type ExportRequest = z.infer<typeof exportRequest>

/** `bytes`, `rows`, `sha256` (hexadecimal) and `expiresAt` (RFC 3339) are null until the file is ready. */
export const exportFile = z.object({
  id: z.uuid(),
  source: z.enum(exportSources),
  name: z.string(),
  bytes: z.nullable(z.int()),
  rows: z.nullable(z.int()),
  sha256: z.nullable(z.string()),
  state: z.enum(exportStates),
  expiresAt: z.nullable(z.string()),
})

export type ExportFile = z.infer<typeof exportFile>

/** A request and how far it has come: `progress` in per cent, days as in the request, moments in RFC 3339. Specification 15.2. */
export const dataExport = z.object({
  id: z.uuid(),
  createdAt: z.string(),
  from: z.string(),
  to: z.string(),
  sources: z.array(z.enum(exportSources)),
  state: z.enum(exportStates),
  progress: z.int().check(z.minimum(0), z.maximum(100)),
  reason: z.optional(z.enum(exportFailures)),
  expiresAt: z.nullable(z.string()),
  files: z.array(exportFile),
})

export type DataExport = z.infer<typeof dataExport>

/**
 * Newest first. `keptFrom` is the first day of which the signed-in owner has data; telemetry may begin later, see
 * `telemetryKeptSince`.
 */
export const dataExportList = z.object({ items: z.array(dataExport), total: z.int(), keptFrom: z.string() })

export type DataExportList = z.infer<typeof dataExportList>

export const exportApplianceId = z.object({ applianceId: id })

export const exportFileId = z.object({ applianceId: id, fileId: id })

/** The query of GET /api/2/eu-data-act/{applianceId}/chart. */
export const chartRange = z.strictObject(range).check(z.refine(isInOrder, { error: 'from-after-to', path: ['to'] }))

export type ChartRange = z.infer<typeof chartRange>

/** Points of a chart at most. */
export const maxChartPoints = 500

const temperatures = z.array(z.nullable(z.number()))

const lines: Record<ChartedReading, typeof temperatures> = {
  flowTemperature: temperatures,
  roomTemperature: temperatures,
  hotWaterTemperature: temperatures,
}

/**
 * A range as a chart, all arrays of one length: `at` in epoch seconds, the beginning of each step of `stepSeconds`;
 * the mean temperatures in degrees Celsius, and the status that lasted into the step; null where nothing was recorded.
 */
export const exportChart = z.object({
  from: z.string(),
  to: z.string(),
  stepSeconds: z.int(),
  at: z.array(z.int()),
  ...lines,
  status: z.array(z.nullable(z.enum(gatewayStatuses))),
})

export type ExportChart = z.infer<typeof exportChart>
