import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#server/database/testing.ts'
import { startPresence } from './presence.ts'
import { addGateway } from './testing.ts'

const database = await testDatabase()
const { pool } = database
const log = pino({ level: 'silent' })

afterAll(database.close)

test('a process drops nothing until it has noted its own pages for five minutes', async () => {
  const person = await abandonedPerson()
  const presence = startPresence({ pool, subscriptionRegistry: { people: new Map() }, log })
  for (let minute = 0; minute < 5; minute += 1) {
    presence.tick(minute * 60_000)
    await presence.close()
    expect(await countSubscriptions(person)).toBe(1)
  }
  presence.tick(5 * 60_000)
  await presence.close()
  expect(await countSubscriptions(person)).toBe(0)
})

test('a process whose database was away begins its five minutes anew', async () => {
  const person = await abandonedPerson()
  const people = new Map<string, null>()
  const presence = startPresence({ pool, subscriptionRegistry: { people }, log })
  for (let minute = 0; minute < 10; minute += 1) {
    // What PostgreSQL refuses stands for one that does not answer.
    if (minute === 4) people.set('not an id', null)
    else people.clear()
    presence.tick(minute * 60_000)
    await presence.close()
    expect(await countSubscriptions(person)).toBe(1)
  }
  presence.tick(10 * 60_000)
  await presence.close()
  expect(await countSubscriptions(person)).toBe(0)
})

/** Somebody who was last seen six minutes ago, with one subscription. Answers the person's subject. */
async function abandonedPerson(): Promise<string> {
  const subject = randomUUID()
  const gateway = await addGateway(database, [subject])
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
