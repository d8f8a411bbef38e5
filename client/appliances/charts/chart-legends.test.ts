import { expect, test } from 'vitest'
import { groupStatusesByTone } from './chart-legends.tsx'

test('the statuses that occur are grouped by colour, the good ones first', () => {
  expect([...groupStatusesByTone(['OFFLINE', 'WORKING', null, 'ERROR', 'ONLINE', 'ERROR'])]).toEqual([
    ['ok', ['ONLINE', 'WORKING']],
    ['danger', ['ERROR']],
    ['idle', ['OFFLINE']],
  ])
})
