import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLedger } from './ledger.ts'

const first = { serial: '600000000', at: 1_763_823_600_000 }
const second = { serial: '600000001', at: 1_763_823_601_000 }

let folder = ''
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'ledger-'))))
afterEach(async () => rm(folder, { recursive: true }))

test('what was acknowledged is checked by the next run when this one ends before', () => {
  openLedger(folder).acknowledge(first)
  expect(openLedger(folder).take()).toEqual([first])
})

test('what was taken and never checked comes again', () => {
  const ledger = openLedger(folder)
  ledger.acknowledge(first)
  ledger.take()
  ledger.acknowledge(second)
  expect(ledger.take()).toEqual([first, second])
  expect(openLedger(folder).take()).toEqual([first, second])
})

test('what has been checked is forgotten, and what came meanwhile is not', () => {
  const ledger = openLedger(folder)
  ledger.acknowledge(first)
  ledger.take()
  ledger.acknowledge(second)
  ledger.forget()
  expect(ledger.take()).toEqual([second])
  expect(openLedger(folder).take()).toEqual([second])
})
