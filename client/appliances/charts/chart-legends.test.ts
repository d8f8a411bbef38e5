import { expect, test } from 'vitest'
import { statusesByTone } from './chart-legends.tsx'

test('the statuses that occur are grouped by colour, the good ones first', () => {
  expect([...statusesByTone(['OFFLINE', 'WORKING', null, 'ERROR', 'ONLINE', 'ERROR'])]).toEqual([
    ['ok', ['ONLINE', 'WORKING']],
    ['danger', ['ERROR']],
    ['idle', ['OFFLINE']],
  ])
})
