import type { History } from '#contract/history.ts'
import { dayS, hourS } from '#contract/durations.ts'
import { formatMoment, getPercentFormat } from '#client/i18n/format.ts'
import type { Translate } from '#client/i18n/message-types.ts'
import { type ChartFormatters, createChartFormatters } from '../charts/chart-formatters.ts'
import { findStatusAt } from './colour-periods.ts'
import type { HistoryColumns } from './history-columns.ts'
import { type HistoryLine, type HistoryLineId, historyLines } from './history-lines.ts'

/** The translate function and the locale with which a history is formatted. */
export type HistoryLocalization = { t: Translate; locale: string }

/** The formatted value of one line at one time: '18.2°C', '17.9°C to 21.0°C', '40%'. */
export type FormattedLineValue = { line: HistoryLine; value: string }

/** Formats the values of a point, without the lines that have none. */
export function formatValuesAt(
  { of, stepSeconds }: HistoryColumns,
  index: number,
  words: HistoryLocalization,
): FormattedLineValue[] {
  return historyLines.flatMap((line) => {
    const { min, max, middle } = of[line.id]
    const [low, high, mid] = [min[index], max[index], middle[index]]
    if (typeof low !== 'number' || typeof high !== 'number' || typeof mid !== 'number') return []
    const format = createLineValueFormatter(line.id, words, stepSeconds)
    const isOne = stepSeconds < hourS || format(low) === format(high)
    return [{ line, value: isOne ? format(mid) : words.t('history.range', { low: format(low), high: format(high) }) }]
  })
}

/** Returns the function that formats the values of a line. */
export function createLineValueFormatter(
  id: HistoryLineId,
  { locale }: HistoryLocalization,
  stepSeconds: number,
): (value: number) => string {
  return id === 'power' ? percentOf(locale) : createChartFormatters(locale, stepSeconds).temperature
}

function percentOf(locale: string): (value: number) => string {
  return (value) => getPercentFormat(locale).format(value)
}

/**
 * Formats the time at which a step begins, or only the date if the step is a day. `at`: the time of the step in
 * `HistoryColumns`, in epoch seconds.
 */
export function formatStepMoment(
  { stepSeconds }: Pick<HistoryColumns, 'stepSeconds'>,
  at: number,
  words: ChartFormatters,
): string {
  return words.moment(stepSeconds < hourS || stepSeconds >= dayS ? at : at - stepSeconds / 2)
}

/**
 * Formats a period: '3 May, 14:03 – 15:10'. If `to` is null, the period still lasts, and only its start is formatted.
 * `from` and `to` are in epoch ms.
 */
export function formatTimeSpan(from: number, to: number | null, { t, locale }: HistoryLocalization): string {
  const now = Date.now()
  if (to === null) return t('history.since', { time: formatMoment(from, now, locale) })
  const isOneDay = new Date(from).toDateString() === new Date(to).toDateString()
  return `${formatMoment(from, now, locale)} – ${formatMoment(to, isOneDay ? to : now, locale)}`
}

/** The texts about one point of the chart. */
export type PointTexts = {
  moment: string
  status: string | null
  faults: string[]
  values: { id: string; name: string; value: string }[]
}

type PointOf = { columns: HistoryColumns; history: History; index: number }

/**
 * Returns the texts of a point. They include the status only if a step is shorter than a day, because one day has
 * several statuses.
 */
export function describePoint(
  { columns, history, index }: PointOf,
  words: HistoryLocalization,
  chart: ChartFormatters,
): PointTexts {
  const { t } = words
  const at = columns.at[index] ?? 0
  const status = columns.stepSeconds < dayS ? findStatusAt(history, at) : null
  return {
    moment: formatStepMoment(columns, at, chart),
    status: status && t(`appliance.status.${status}`),
    faults: [...new Set(faultsAt(history, at, columns.stepSeconds))].map((code) => t('fault.code', { code })),
    values: formatValuesAt(columns, index, words).map(({ line, value }) => ({
      id: line.id,
      name: t(line.name),
      value,
    })),
  }
}

function faultsAt({ faults }: History, at: number, stepSeconds: number): string[] {
  const [begin, end] = [(at - stepSeconds / 2) * 1000, (at + stepSeconds / 2) * 1000]
  return faults.flatMap(({ code, from, to }) =>
    code !== null && Date.parse(from) < end && (to === null || Date.parse(to) > begin) ? [code] : [],
  )
}

/** Joins the texts of a point into one sentence. */
export function joinPointTexts({ moment, status, faults, values }: PointTexts): string {
  return [moment, status, ...faults, ...values.map(({ name, value }) => `${name} ${value}`)].filter(Boolean).join(', ')
}
