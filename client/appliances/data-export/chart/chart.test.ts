import { expect, test } from 'vitest'
import type { ExportChart } from '#contract/data-export.ts'
import { isEmptyChart, findLineLimits } from './export-chart-lines.ts'
import { collectExportStatusPeriods } from './status-periods.ts'

function aChart(changes: Partial<ExportChart> = {}): ExportChart {
  const nothing = [null, null, null, null]
  return {
    from: '2026-01-01',
    to: '2026-01-01',
    stepSeconds: 60,
    at: [0, 60, 120, 180],
    flowTemperature: nothing,
    roomTemperature: nothing,
    hotWaterTemperature: nothing,
    status: nothing,
    ...changes,
  }
}

test('the status is a band with the colours of the card', () => {
  const chart = aChart({ status: ['ONLINE', 'WORKING', 'ERROR', 'OFFLINE'] })
  expect(collectExportStatusPeriods(chart)).toEqual([
    { tone: 'ok', from: 0, to: 120 },
    { tone: 'danger', from: 120, to: 180 },
    { tone: 'idle', from: 180, to: 240 },
  ])
})

test('the band has a gap where nothing was recorded', () => {
  const chart = aChart({ status: ['ONLINE', null, 'ONLINE', 'ONLINE'] })
  expect(collectExportStatusPeriods(chart)).toEqual([
    { tone: 'ok', from: 0, to: 60 },
    { tone: 'ok', from: 120, to: 240 },
  ])
})

test('a chart without a value is empty', () => {
  expect(isEmptyChart(aChart())).toBe(true)
  expect(isEmptyChart(aChart({ roomTemperature: [null, 0, null, null] }))).toBe(false)
  expect(isEmptyChart(aChart({ at: [], flowTemperature: [], status: [] }))).toBe(true)
})

test('the limits of a line ignore missing values', () => {
  expect(findLineLimits([null, 20, 21.5])).toEqual({ min: 20, max: 21.5 })
  expect(findLineLimits([null])).toBeNull()
})
