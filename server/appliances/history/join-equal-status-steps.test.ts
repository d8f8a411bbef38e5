import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { gatewayStatuses } from '#contract/appliance.ts'
import { minuteMs } from '#contract/durations.ts'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { registerTestGateways } from '#test/appliances.ts'
import type { HistorySteps } from './history-steps.ts'
import { joinEqualStatusSteps } from './join-equal-status-steps.ts'
import { readStatusHistory, type StatusHistory } from './store.ts'

const database = await createTestDatabase()
afterAll(database.close)
await registerTestGateways(database, ['650000000'])
const { rows } = await database.pool.query<{ id: string }>(`select id from gateway where serial = '650000000'`)
const gatewayId = rows[0]?.id ?? ''

const start = Date.parse('2026-03-15T10:00:00Z')
const at = (minute: number) => new Date(start + minute * minuteMs)

type Change = { minute: number; status: (typeof gatewayStatuses)[number] }

const change = fc.record({ minute: fc.integer({ min: -30, max: 130 }), status: fc.constantFrom(...gatewayStatuses) })
const stepsOf = fc
  .record({
    minutes: fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 12 }),
    end: fc.integer({ min: 100, max: 120 }),
  })
  .map(({ minutes, end }) => ({ minutes: minutes.toSorted((a, b) => a - b), end }))

async function readWith(changes: readonly Change[], steps: HistorySteps): Promise<StatusHistory> {
  await database.pool.query('delete from status_change')
  await database.pool.query(
    `insert into status_change (gateway_id, at, status)
     select $1, at, status from unnest($2::timestamptz[], $3::text[]) as change (at, status)`,
    [gatewayId, changes.map(({ minute }) => at(minute)), changes.map(({ status }) => status)],
  )
  const part = { gatewayId, steps }
  return inTransaction(database.pool, async (transaction) => readStatusHistory(transaction, part))
}

/**
 * Returns the status at a minute: the status of the last change at or before the minute. Null before the first change.
 */
function plainly(changes: readonly Change[], minute: number): string | null {
  return changes.findLast((each) => each.minute <= minute)?.status ?? null
}

/** Returns for each minute its status, and the index of the step that contains it. */
function minutesOf(changes: readonly Change[], { minutes, end }: { minutes: readonly number[]; end: number }) {
  const [first = 0] = minutes
  return Array.from({ length: end - first }, (_, index) => first + index).map((minute) => ({
    minute,
    step: minutes.findLastIndex((begin) => begin <= minute),
    status: plainly(changes, minute),
  }))
}

test('the duration of WORKING and the longest status of each step are the same as counted minute by minute', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 40 }), stepsOf, async (unsorted, range) => {
      const changes = unsorted.toSorted((a, b) => a.minute - b.minute)
      const steps: HistorySteps = { begins: range.minutes.map(at), end: at(range.end), seconds: 60 }
      const { worked, drawn: parts } = await readWith(changes, steps)
      const counted = minutesOf(changes, range)
      const working = counted.filter(({ status }) => status === 'WORKING').length
      expect(worked.seconds).toBe(60 * working)
      const drawnStatuses = joinEqualStatusSteps(parts)
      const isWhole = parts.every(({ isStep }) => !isStep)
      expect(parts.length).toBeLessThanOrEqual(range.minutes.length)
      for (const { minute, step, status } of counted) {
        const actual = drawnStatuses.find(({ from, to }) => from <= at(minute) && at(minute) < to)?.status ?? null
        const ofStep = counted.filter((each) => each.step === step && each.status !== null)
        const lasted = Map.groupBy(ofStep, (each) => each.status)
        const max = Math.max(0, ...[...lasted.values()].map((each) => each.length))
        expect(isWhole ? actual === status : (lasted.get(actual)?.length ?? 0) === max).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})

test('WORKING begins as often as it follows another status within the range', async () => {
  const steps: HistorySteps = { begins: [at(0)], end: at(60), seconds: 3600 }
  const startsOf = async (...changes: (readonly [number, Change['status']])[]) =>
    (
      await readWith(
        changes.map(([minute, status]) => ({ minute, status })),
        steps,
      )
    ).worked.starts
  expect(await startsOf([-10, 'WORKING'], [10, 'ONLINE'], [20, 'WORKING'], [30, 'ERROR'], [40, 'WORKING'])).toBe(2)
  expect(await startsOf([-20, 'ONLINE'], [-10, 'WORKING'])).toBe(0)
  expect(await startsOf([5, 'WORKING'], [15, 'WORKING'])).toBe(0)
})
