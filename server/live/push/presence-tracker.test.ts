import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { createTestDatabase } from '#test/database.ts'
import { silentLog as log } from '#server/log.ts'
import { createPresenceTracker } from './presence-tracker.ts'
import {
  insertGatewayWithPeople,
  openTestPage,
  registerMessageOf,
  startPushProcess,
  subscribeAndWait,
  pageTokenFor,
} from '#test/live/push-process.ts'

const database = await createTestDatabase({ max: 10 })
const { pool } = database
const bus = { publish: async () => {} }

afterAll(database.close)

test('a process drops nothing until it has recorded its own pages for five minutes', async () => {
  expect(await countByMinute({ minutes: 6 })).toEqual([1, 1, 1, 1, 1, 0])
})

test('a process whose database was down restarts its five minutes', async () => {
  expect(await countByMinute({ minutes: 11, awayInMinute: 4 })).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0])
})

test('an open page whose process could not record it is notified that its subscriptions were dropped', async () => {
  const person = randomUUID()
  const gateway = await insertGatewayWithPeople(database, [person])
  const [here, there] = [await startPushProcess(database), await startPushProcess(database)]
  // Makes this process do its work of the minute. Its clock is stopped, so it will not record its pages again during
  // the test.
  here.eventBus.sweep()
  const page = await openTestPage(here)
  page.send(registerMessageOf(pageTokenFor(person), { Confirm: 'true' }))
  const bodies = () => page.messages().map(({ body }) => body)
  await subscribeAndWait({ push: here, token: pageTokenFor(person) }, [gateway])
  await vi.waitFor(() => expect(bodies().at(-1)).toEqual({ resourceType: 'registration', subscribed: 1 }))
  await pool.query(`update page_presence set seen_at = now() - interval '6 minutes'`)
  for (let minute = 0; minute <= 5; minute += 1) there.advanceClock(60_000)
  await vi.waitFor(() => expect(bodies().at(-1)).toEqual({ resourceType: 'registration', subscribed: 0 }))
})

/**
 * Runs a process for `minutes` minutes. Returns, for each minute, the number of subscriptions of an abandoned person.
 * In the minute `awayInMinute` the database fails.
 */
async function countByMinute({ minutes, awayInMinute }: { minutes: number; awayInMinute?: number }): Promise<number[]> {
  const person = await abandonedPerson()
  const people = new Map<string, null>()
  const presence = createPresenceTracker({ pool, bus, subscriptionRegistry: { people }, log })
  const counts: number[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    // An invalid id makes PostgreSQL return an error. The process handles it like a database that does not answer.
    if (minute === awayInMinute) people.set('not an id', null)
    else people.clear()
    presence.tick(minute * minuteMs)
    await presence.close()
    counts.push(await countSubscriptions(person))
  }
  return counts
}

/** Creates a person with one subscription whose page was last seen six minutes ago. Returns the person's subject. */
async function abandonedPerson(): Promise<string> {
  const subject = randomUUID()
  const gateway = await insertGatewayWithPeople(database, [subject])
  await pool.query(
    `with somebody as (select id from person where subject = $1),
          seen as (insert into page_presence select id, now() - interval '6 minutes' from somebody)
     insert into subscription (person_id, gateway_id, units) select id, $2, '{status}' from somebody`,
    [subject, gateway],
  )
  return subject
}

async function countSubscriptions(subject: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int from subscription join person on person.id = person_id where subject = $1',
    [subject],
  )
  return rows[0]?.count ?? 0
}
