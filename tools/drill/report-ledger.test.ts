import { expect, test } from 'vitest'
import { createReportLedger } from './report-ledger.ts'

const first = { serial: '600000000', at: 1_763_823_600_000 }
const second = { serial: '600000001', at: 1_763_823_601_000 }

test('a report that was taken and not found is taken again', () => {
  const ledger = createReportLedger()
  ledger.acknowledge(first)
  ledger.take()
  ledger.acknowledge(second)
  expect(ledger.take()).toEqual([first, second])
})

test('a report that was found is removed, and one that came during the check is not', () => {
  const ledger = createReportLedger()
  ledger.acknowledge(first)
  ledger.take()
  ledger.acknowledge(second)
  ledger.removeTaken()
  expect(ledger.take()).toEqual([second])
})
