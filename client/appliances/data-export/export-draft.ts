import { type CalendarDate, parseDate } from '@internationalized/date'
import { useForm, type UseFormReturn } from 'react-hook-form'
import {
  chartRange,
  type ExportRequest,
  dataExportRequest,
  type ExportSource,
  exportSources,
} from '#contract/data-export.ts'
import { telemetryStoredSince } from '#contract/telemetry.ts'
import { type CheckedForm, toFormResolver } from '#client/form-fields.tsx'
import type { MessageId, UntranslatedMessage } from '#client/i18n/message-types.ts'

/** The periods that a person can choose with one press; `own` means typed dates. */
export const periodPresets = ['everything', 'last-12-months', 'last-30-days', 'own'] as const

export type PeriodPreset = (typeof periodPresets)[number]

/** The first and the last day, `YYYY-MM-DD` in UTC. Each is null while its date is incomplete. */
export type ExportPeriod = { from: string | null; to: string | null }

/** The range of days for which the portal stores data: the first stored day and today, both `YYYY-MM-DD` in UTC. */
export type StoredDayRange = { keptFrom: string; today: string }

export function toUtcDay(now: number): string {
  return new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** Returns the first day with telemetry if data of other kinds is stored for longer; otherwise null. */
export function findFirstTelemetryDay({ keptFrom, today }: StoredDayRange): string | null {
  const day = toUtcDay(telemetryStoredSince(Date.parse(today)))
  return day > keptFrom ? day : null
}

/** Returns the first and the last day of a preset, limited to stored days. The last day is today. */
export function computePresetPeriod(
  preset: Exclude<PeriodPreset, 'own'>,
  { keptFrom, today }: StoredDayRange,
): { from: string; to: string } {
  const from = {
    everything: keptFrom,
    'last-12-months': dayBefore(today, { months: 12 }),
    'last-30-days': dayBefore(today, { days: 29 }),
  }
  return { from: laterDay(from[preset], keptFrom), to: laterDay(today, keptFrom) }
}

function dayBefore(today: string, duration: Parameters<CalendarDate['subtract']>[0]): string {
  return parseDate(today).subtract(duration).toString()
}

function laterDay(one: string, other: string): string {
  return one > other ? one : other
}

/** The range of days in the URL of the export page, `YYYY-MM-DD` in UTC. */
export type UrlDayRange = { from: string; to: string }

/**
 * Reads the days from the query of the URL, limited to stored days; null if they are missing, invalid or outside of the
 * stored days.
 */
export function readUrlDayRange(search: URLSearchParams, { keptFrom, today }: StoredDayRange): UrlDayRange | null {
  const { success, data } = chartRange.safeParse({ from: search.get('from'), to: search.get('to') })
  if (!success || data.from === undefined || data.to === undefined) return null
  if (data.from > today || data.to < keptFrom) return null
  return { from: laterDay(data.from, keptFrom), to: data.to < today ? data.to : today }
}

export type ExportDraft = ExportPeriod & { preset: PeriodPreset; sources: ExportSource[] }

export type ExportDraftField = 'from' | 'to' | 'sources'

type BrokenRules = Partial<Record<ExportDraftField, string>>

/**
 * Returns the request of a draft, or the broken rule of each field. The server applies the rules of the contract
 * again.
 */
export function checkExportDraft(draft: ExportDraft, today: string): CheckedForm<ExportRequest, ExportDraftField> {
  const early = earlyErrors(draft, today)
  const parsed = dataExportRequest.safeParse(requestOf(draft))
  if (parsed.success && Object.keys(early).length === 0) return { kind: 'valid', values: parsed.data }
  const issues = (parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])
  return { kind: 'broken', rules: { ...(Object.fromEntries(issues) as BrokenRules), ...early } }
}

/** For 'everything', omits the days. The export then includes data that arrives before the server makes the file. */
function requestOf({ preset, from, to, sources }: ExportDraft) {
  if (preset === 'everything') return { sources }
  return { ...(from !== null && { from }), ...(to !== null && { to }), sources }
}

function earlyErrors({ preset, ...period }: ExportDraft, today: string): BrokenRules {
  if (preset === 'everything') return {}
  const errors = (['from', 'to'] as const).map((field) => [field, dayError(period[field], today)])
  return Object.fromEntries(errors.filter(([, error]) => error !== null)) as BrokenRules
}

function dayError(day: string | null, today: string): string | null {
  if (day === null) return 'required'
  return day > today ? 'future' : null
}

/** Returns the days of a draft for the chart; null if one of them is missing or invalid. */
export function chartPeriodOf(draft: ExportDraft, today: string): { from: string; to: string } | null {
  const { kind } = checkExportDraft({ ...draft, preset: 'own', sources: ['HEATLYTICS'] }, today)
  return kind === 'valid' && draft.from !== null && draft.to !== null ? { from: draft.from, to: draft.to } : null
}

export type ExportFormControl = UseFormReturn<ExportDraft, unknown, ExportRequest>

/**
 * The form of a request. The form validates each field when the person leaves it, and afterwards at each change. The
 * form starts with the days of `urlDayRange`, or with all stored days.
 */
export function useExportForm(storedDayRange: StoredDayRange, urlDayRange: UrlDayRange | null): ExportFormControl {
  const period = urlDayRange
    ? { preset: 'own' as const, ...urlDayRange }
    : { preset: 'everything' as const, ...computePresetPeriod('everything', storedDayRange) }
  return useForm<ExportDraft, unknown, ExportRequest>({
    resolver: toFormResolver((draft) => checkExportDraft(draft, storedDayRange.today)),
    defaultValues: { ...period, sources: [...exportSources] },
    mode: 'onTouched',
  })
}

const fields: readonly ExportDraftField[] = ['from', 'to', 'sources']

/** Returns the field of a path such as `sources.1`; null if no field has this path. */
export function findExportFieldByPath(path: string): ExportDraftField | null {
  const [name] = path.split('.')
  return fields.find((field) => field === name) ?? null
}

/** Returns the error message for a broken rule. Specification 15.5. */
export function exportErrorMessage(field: ExportDraftField, rule: string): UntranslatedMessage {
  return [field === 'sources' ? 'data-export.sources.required' : (dates[rule] ?? 'data-export.date.invalid')]
}

const dates: Readonly<Record<string, MessageId>> = {
  required: 'data-export.date.required',
  future: 'data-export.date.future',
  'from-after-to': 'data-export.date.from-after-to',
}
