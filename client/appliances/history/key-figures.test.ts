import { expect, test } from 'vitest'
import { hourS } from '#contract/durations.ts'
import type { History } from '#contract/history.ts'
import type { Translate } from '#client/i18n/message-types.ts'
import { computeKeyFigures, computeInstallerKeyFigures } from './key-figures.ts'

const t: Translate = (id, values) => `${id}(${Object.values(values ?? {}).join(', ')})`
const begin = new Date(2026, 2, 1, 10).getTime() / 1000
const history: History = {
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-03-08T00:00:00.000Z',
  stepSeconds: 3_600,
  series: [
    {
      datapoint: 'heatCurve.outdoorTemperature',
      unit: 'Cel',
      points: [
        [begin, -1, 2, 2],
        [begin + 3_600, -4.2, 0, 0],
      ],
    },
    { datapoint: 'hc1.roomTemperature', unit: 'Cel', points: [[begin, 18.1, 21.4, 20]] },
  ],
  worked: { seconds: 45 * hourS, starts: 31 },
  statuses: [{ status: 'WORKING', from: '2026-03-01T00:00:00.000Z', to: '2026-03-08T00:00:00.000Z' }],
  faults: [{ code: 'E104', severity: 'ERROR', from: '2026-03-02T00:00:00.000Z', to: null }],
}

test('figures show the coldest hour, the rooms, the working time, the number of starts, and the faults', () => {
  expect(computeKeyFigures(history, { t, locale: 'en-GB' })).toEqual([
    { id: 'coldest', name: 'history.coldest()', value: '−4.2°C', hint: '1 Mar 2026, 11:00' },
    { id: 'room', name: 'data-export.chart.room()', value: 'history.range(18.1°C, 21.4°C)' },
    { id: 'worked', name: 'history.worked()', value: '45 hours', hint: 'history.starts(31)' },
    { id: 'faults', name: 'history.faults()', value: '1' },
  ])
})

test('more values are the settings of the room, flow, hot water and power, as far as they were recorded', () => {
  const series = [
    { datapoint: 'hc1.roomSetpoint', unit: 'Cel' as const, points: [[begin, 17, 21, 21] as const] },
    { datapoint: 'heatCurve.burnerModulation', unit: '%' as const, points: [[begin, 40, 40, 40] as const] },
  ]
  const withSettings = {
    ...history,
    series: series.map((each) => ({ ...each, points: each.points.map(([...point]) => point) })),
  }
  expect(computeInstallerKeyFigures(withSettings, { t, locale: 'en-GB' })).toEqual([
    { id: 'setpoint', name: 'history.setpoint()', value: 'history.range(17.0°C, 21.0°C)' },
    { id: 'power', name: 'history.power()', value: '40%' },
  ])
  expect(computeInstallerKeyFigures(history, { t, locale: 'en-GB' })).toEqual([])
})

test('no line breaks between a value and its unit', () => {
  const [coldest, room] = computeKeyFigures(history, { t, locale: 'de' }).map(({ value }) => value)
  expect(coldest).toBe('−4,2\u00a0°C')
  expect(room).toBe('history.range(18,1\u00a0°C, 21,4\u00a0°C)')
})

test('less than an hour is shown in minutes, and unknown values are not shown', () => {
  const short = { ...history, series: [], faults: [], worked: { seconds: 600, starts: 1 } }
  expect(computeKeyFigures(short, { t, locale: 'de' }).map(({ id, value }) => [id, value])).toEqual([
    ['worked', '10 Minuten'],
    ['faults', '0'],
  ])
  expect(computeKeyFigures({ ...short, statuses: [] }, { t, locale: 'de' })).toHaveLength(1)
})

test('steps of several hours do not show the hour of the lowest temperature', () => {
  const long = { ...history, stepSeconds: 6 * hourS }
  expect(computeKeyFigures(long, { t, locale: 'en-GB' })[0]).toMatchObject({ value: '−4.2°C', hint: '1 Mar 2026' })
})
