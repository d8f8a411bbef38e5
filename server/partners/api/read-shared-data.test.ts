import { expect, test } from 'vitest'
import type { History } from '#contract/history.ts'
import { listSharedDatapoints, filterSharedHistory } from './read-shared-data.ts'

const seriesOf = (datapoint: string): History['series'][number] => ({ datapoint, unit: 'Cel', points: [] })

const history: History = {
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-03-02T00:00:00.000Z',
  stepSeconds: 600,
  series: [seriesOf('hc1.roomTemperature'), seriesOf('hc1.roomSetpoint')],
  worked: { seconds: 600, starts: 1 },
  statuses: [{ status: 'WORKING', from: '2026-03-01T01:00:00.000Z', to: '2026-03-01T01:10:00.000Z' }],
  faults: [{ code: 'E104', severity: 'ERROR', from: '2026-03-01T02:00:00.000Z', to: null }],
}

test('a history has the settings only if they are shared', () => {
  const shown = (datatypes: Parameters<typeof filterSharedHistory>[1]['datatypes']) =>
    filterSharedHistory(history, { datatypes }).series.map(({ datapoint }) => datapoint)
  expect(shown(['history'])).toEqual(['hc1.roomTemperature'])
  expect(shown(['history', 'settings'])).toEqual(['hc1.roomTemperature', 'hc1.roomSetpoint'])
})

test('a history has the statuses and the faults only if they are shared', () => {
  const none = { statuses: [], worked: { seconds: 0, starts: 0 }, faults: [] }
  expect(filterSharedHistory(history, { datatypes: ['history'] })).toMatchObject(none)
  const { statuses, worked, faults } = history
  expect(filterSharedHistory(history, { datatypes: ['history', 'status'] })).toMatchObject({
    statuses,
    worked,
    faults: [],
  })
  expect(filterSharedHistory(history, { datatypes: ['history', 'faults'] })).toMatchObject({ ...none, faults })
})

test('the latest values have the code of a fault only if faults are shared', () => {
  const shown = (datatypes: Parameters<typeof listSharedDatapoints>[0]) =>
    listSharedDatapoints(datatypes).map(({ id }) => id)
  expect(shown(['status'])).not.toContain('status.faultCode')
  expect(shown(['status', 'faults'])).toContain('status.faultCode')
})
