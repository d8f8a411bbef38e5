import { expect, test } from 'vitest'
import type { History } from '#contract/history.ts'
import { sharedHistory } from './answers.ts'

const seriesOf = (datapoint: string): History['series'][number] => ({ datapoint, unit: 'Cel', points: [] })

const history: History = {
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-03-02T00:00:00.000Z',
  stepSeconds: 600,
  series: [seriesOf('hc1.roomTemperature'), seriesOf('hc1.roomSetpoint')],
  worked: { seconds: 0, starts: 0 },
  statuses: [],
  faults: [],
}

test('a history has the settings only if they are shared', () => {
  const shown = (datatypes: Parameters<typeof sharedHistory>[1]['datatypes']) =>
    sharedHistory(history, { datatypes }).series.map(({ datapoint }) => datapoint)
  expect(shown(['history'])).toEqual(['hc1.roomTemperature'])
  expect(shown(['history', 'settings'])).toEqual(['hc1.roomTemperature', 'hc1.roomSetpoint'])
})
