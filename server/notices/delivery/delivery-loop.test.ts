import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { createTestDatabase } from '#test/database.ts'
import { type Log, silentLog } from '#server/log.ts'
import { createNoticeFixture } from '#test/notices/notice-fixture.ts'
import { type DeliveryLoopDependencies, type DeliveryLoop, startDeliveryLoop } from './delivery-loop.ts'
import { createTestDeliveryMetrics } from '#test/notices/delivery-fixture.ts'

const { pool, close } = await createTestDatabase()
const { dependencies, insertPerson: person } = createNoticeFixture(pool)
const soon = { timeout: 15_000, interval: 5 }
const claimedForMs = 600
let deliveryLoop: DeliveryLoop | undefined

afterEach(async () => {
  await deliveryLoop?.stop()
  await pool.query('delete from person')
})

afterAll(close)

function start(deliver: DeliveryLoopDependencies['deliver'], maxConcurrent = 1, log: Log = silentLog): void {
  const parts = { ...dependencies, clock: systemClock, log, metrics: createTestDeliveryMetrics() }
  deliveryLoop = startDeliveryLoop({ ...parts, channel: 'mail', deliver, maxConcurrent, pollEveryMs: 5, claimedForMs })
}

async function record(unanswered = 0): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into outbox (person_id, channel, code, created_at, due_at, unanswered)
     values ($1, 'mail', '{}', now(), now() - interval '1 second', $2) returning id`,
    [await person(), unanswered],
  )
  return rows[0]?.id ?? ''
}

type Row = { state: string; unanswered: number; due: Date }

async function read(id: string): Promise<Row> {
  const text = 'select state, unanswered, due_at as due from outbox where id = $1'
  const { rows } = await pool.query<Row>(text, [id])
  return rows[0] ?? { state: 'GONE', unanswered: 0, due: new Date(0) }
}

test('while a process sends an email, no other process takes it, however long that takes', async () => {
  const id = await record()
  const sending = Promise.withResolvers<void>()
  start(async () => {
    await sending.promise
    return { kind: 'sent', answer: '250 ok' }
  })
  const claimed = await vi.waitUntil(async () => {
    const { due } = await read(id)
    return due.getTime() > Date.now() && due
  }, soon)
  await vi.waitUntil(async () => (await read(id)).due.getTime() >= claimed.getTime() + 2 * claimedForMs, soon)
  sending.resolve()
  await vi.waitFor(async () => expect((await read(id)).state).toBe('SENT'), soon)
})

test('a hand-over is counted until its answer arrives', async () => {
  const id = await record()
  const counted: number[] = []
  start(async (_, handOver) => {
    await handOver()
    counted.push((await read(id)).unanswered)
    return { kind: 'postponed', reason: '451', answer: '451 later' }
  })
  await vi.waitUntil(async () => counted.length === 1 && (await read(id)).due.getTime() > Date.now() + 5_000, soon)
  expect([counted, (await read(id)).unanswered]).toEqual([[1], 0])
})

test('repeated kills send at most two copies: an email handed over twice without an answer is not sent again', async () => {
  const [twice, once] = [await record(2), await record(1)]
  const delivered: string[] = []
  start(async ({ id }) => {
    delivered.push(id)
    return { kind: 'sent', answer: null }
  })
  await vi.waitUntil(async () => [await read(twice), await read(once)].every(({ state }) => state === 'SENT'), soon)
  expect(delivered).toEqual([once])
})

test('the log says why the server is unreachable, without email addresses', async () => {
  await record()
  const lines: unknown[] = []
  const answer = '421 4.7.0 <anna.berg@mail.example>: too many emails to "an na"@mail.example,\r\nsee https://a.example'
  start(async () => ({ kind: 'unreachable', reason: '421', answer }), 1, {
    ...silentLog,
    error: (...line) => void lines.push(line),
  })
  const fields = {
    channel: 'mail',
    reason: '421',
    answer: '421 4.7.0 <***>: too many emails to ***, see https://a.example',
  }
  await vi.waitFor(() => expect(lines).toEqual([[fields, 'Notices cannot be delivered for now']]), soon)
})

test('emails that the server does not answer delay no others', async () => {
  for (let count = 0; count < 6; count += 1) await record()
  const { rows } = await pool.query<{ id: string }>('select id from outbox')
  const silent = new Set(rows.slice(0, 3).map(({ id }) => id))
  const ends = Promise.withResolvers<void>()
  start(async ({ id }) => {
    if (!silent.has(id)) return { kind: 'sent', answer: null }
    await ends.promise
    return { kind: 'silent', reason: 'ETIMEDOUT', answer: 'Timeout' }
  }, 4)
  const states = async () => (await pool.query<{ state: string }>('select state from outbox order by state')).rows
  await vi.waitFor(async () => expect((await states()).filter(({ state }) => state === 'SENT')).toHaveLength(3), soon)
  ends.resolve()
})
