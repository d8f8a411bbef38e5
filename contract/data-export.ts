import * as z from 'zod/mini'
import { gatewayStatuses } from './appliance.ts'
import type { ChartedReading } from './datapoints.ts'
import { exportFailures, exportStates } from './export-states.ts'
import { lowerCaseUuid } from './text-schemas.ts'

/**
 * The sources of data in an export. Specification 3.9 and 15.1.
 * - `HEATLYTICS`: the telemetry.
 * - `RST`: the remote-service record, with contracts, consents, faults and accesses.
 * - `HCC`: the data of the connection, with claim, address, status history and settings.
 */
export const exportSources = ['HEATLYTICS', 'RST', 'HCC'] as const

export type ExportSource = (typeof exportSources)[number]

/** The maximum number of exports in progress for one appliance. Specification 15.3. */
export const maxOpenExports = 3

/** The number of days for which the file of an export is stored. Specification 15.3. */
export const exportFileRetentionDays = 30

/**
 * A calendar day in UTC, `YYYY-MM-DD`. Any other text, and a day that does not exist, is refused with the code
 * `date`.
 */
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
 * The body of POST /api/2/eu-data-act/{applianceId}/requests. The range includes the days `from` and `to`; without
 * them, the export has all stored data. The server refuses a future day with the code `future`. Specification 15.1.
 */
export const dataExportRequest = z
  .strictObject({
    ...range,
    sources: z
      .array(z.enum(exportSources))
      .check(z.minLength(1, { error: 'required' }), z.refine(isUnique, { error: 'repeated' })),
  })
  .check(z.refine(isInOrder, { error: 'from-after-to', path: ['to'] }))

export type ExportRequest = z.infer<typeof dataExportRequest>

/**
 * A file of an export. `bytes`, `rows`, `sha256` (hexadecimal) and `expiresAt` (RFC 3339) are null until the file is
 * ready.
 */
export const dataExportFile = z.object({
  id: z.uuid(),
  source: z.enum(exportSources),
  name: z.string(),
  bytes: z.nullable(z.int()),
  rows: z.nullable(z.int()),
  sha256: z.nullable(z.string()),
  state: z.enum(exportStates),
  expiresAt: z.nullable(z.string()),
})

export type ExportFile = z.infer<typeof dataExportFile>

/**
 * An export with its progress in per cent. `from` and `to` are the days of the request, times are RFC 3339.
 * Specification 15.2.
 */
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
  files: z.array(dataExportFile),
})

export type DataExport = z.infer<typeof dataExport>

/**
 * The exports of an appliance, newest first. `keptFrom`: the first day with data of the signed-in owner. Telemetry
 * may begin later: see `telemetryStoredSince`.
 */
export const dataExportList = z.object({ items: z.array(dataExport), total: z.int(), keptFrom: z.string() })

export type DataExportList = z.infer<typeof dataExportList>

export const dataExportApplianceParams = z.object({ applianceId: lowerCaseUuid })

export const dataExportFileParams = z.object({ applianceId: lowerCaseUuid, fileId: lowerCaseUuid })

/** The query of GET /api/2/eu-data-act/{applianceId}/chart. The range includes the days `from` and `to`. */
export const chartRange = z.strictObject(range).check(z.refine(isInOrder, { error: 'from-after-to', path: ['to'] }))

export type ChartRange = z.infer<typeof chartRange>

/** The maximum number of points of a chart. If a range has more steps, the steps are longer. */
export const maxChartPoints = 500

const temperatures = z.array(z.nullable(z.number()))

const lines: Record<ChartedReading, typeof temperatures> = {
  flowTemperature: temperatures,
  roomTemperature: temperatures,
  hotWaterTemperature: temperatures,
}

/**
 * The values of a range for a chart. All arrays have the same length. `at`: the start of each step of `stepSeconds`, in
 * epoch seconds. Temperatures are means of a step in degrees Celsius; the status is the one at the start of the step.
 * Values are null if nothing was recorded.
 */
export const dataExportChart = z.object({
  from: z.string(),
  to: z.string(),
  stepSeconds: z.int(),
  at: z.array(z.int()),
  ...lines,
  status: z.array(z.nullable(z.enum(gatewayStatuses))),
})

export type ExportChart = z.infer<typeof dataExportChart>
