import { afterAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { createServiceFixture } from '#test/service-fixture.ts'
import { handleAccessEvents } from './handle-access-events.ts'
import { createAccessFixture, insertTestNotices } from '#test/access/access-fixture.ts'

const fixture = await createServiceFixture()
const { database, bus, time, send, applianceOf, close } = fixture
const { myself, change, noticesOf } = createAccessFixture(fixture)

const start = time.ms
let count = 0

const name = (of: string) => `${of}-${count}`

beforeEach(() => {
  time.ms = start
  count += 1
})

afterAll(close)

test('person and owner are notified 7 days and 1 day before the end, and at the end, each once', async () => {
  const id = await endingAt(start + 10 * dayMs)
  const expected: [number, string[], string[]][] = [
    [start + 3 * dayMs - 1, [], []],
    [start + 3 * dayMs, ['own-access-ends'], ['access-ends']],
    [start + 9 * dayMs, ['own-access-ends', 'own-access-ends'], ['access-ends', 'access-ends']],
    // The earlier notices are not in the list any more, because they belonged to the appliance.
    [start + 10 * dayMs, ['own-access-ended'], ['access-ends', 'access-ends', 'access-ended']],
  ]
  for (const [moment, ofPerson, ofOwner] of expected) {
    time.ms = moment
    for (let run = 0; run < 2; run += 1) {
      expect((await noticesOf(name('vera'))).filter((kind) => kind !== 'own-access-changed')).toEqual(ofPerson)
      expect((await noticesOf(name('olga'))).filter((kind) => kind !== 'access-given')).toEqual(ofOwner)
    }
  }
  expect(await connections(id)).toBe(1)
})

test('two processes that handle the same events at once notify once', async () => {
  await endingAt(start + 10 * dayMs)
  time.ms = start + 3 * dayMs
  await Promise.all([1, 2, 3].map(async () => handle()))
  expect((await noticesOf(name('vera'))).filter((kind) => kind === 'own-access-ends')).toHaveLength(1)
})

test('a process that is killed in the middle leaves the event for the next one', async () => {
  await endingAt(start + 10 * dayMs)
  time.ms = start + 3 * dayMs
  const killed = async () => Promise.reject(new Error('killed'))
  await expect(handle(killed)).rejects.toThrow('killed')
  expect((await noticesOf(name('vera'))).filter((kind) => kind === 'own-access-ends')).toHaveLength(1)
})

test('a changed end has its own deadlines, and those of the earlier end do nothing', async () => {
  const id = await endingAt(start + 10 * dayMs)
  await change(name('olga'), id, { personRef: await refOf(id), body: { until: null } })
  time.ms = start + 20 * dayMs
  expect(await noticesOf(name('vera'))).not.toContain('own-access-ends')
  expect((await myself(name('vera'), id)).until).toBeNull()
})

test('after a long outage of the jobs, only the end is notified', async () => {
  const id = await endingAt(start + 10 * dayMs)
  await noticesOf(name('olga'))
  time.ms = start + 11 * dayMs
  expect(await noticesOf(name('vera'))).toEqual(['own-access-ended'])
  expect((await noticesOf(name('olga'))).at(-1)).toBe('access-ended')
  expect(await connections(id)).toBe(1)
})

test('a person who adds the appliance again after the end keeps it', async () => {
  const id = await endingAt(start + dayMs)
  time.ms = start + 2 * dayMs
  const { rows } = await database.pool.query<{ serial: string }>('select serial from gateway where id = $1', [id])
  const credentials = { serial: rows[0]?.serial, access: 'ABCD1234efgh5678', userPwd: 'secret-pw' }
  const body = { type: 'rrc1', brands: ['cedar'], credentials }
  expect((await send({ as: name('vera'), method: 'POST', url: '/api/2/connections', body })).statusCode).toBe(201)
  await noticesOf(name('vera'))
  expect(await connections(id)).toBe(2)
})

async function endingAt(moment: number): Promise<string> {
  const id = await applianceOf([name('olga'), name('vera')])
  const until = new Date(moment).toISOString()
  await change(name('olga'), id, { personRef: await refOf(id), body: { until } })
  return id
}

async function refOf(id: string): Promise<string> {
  return (await myself(name('vera'), id)).personRef
}

async function connections(id: string): Promise<number> {
  const { rows } = await database.pool.query('select from connection where gateway_id = $1', [id])
  return rows.length
}

async function handle(recordNotices = insertTestNotices): Promise<number> {
  const clock = { now: () => time.ms }
  return handleAccessEvents({ pool: database.pool, clock, bus, recordNotices })
}
