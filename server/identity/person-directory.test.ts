import type { QueryConfig } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createPersonDirectory } from './person-directory.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const issuer = 'https://identity.example'

test('a person is identified by issuer and subject', async () => {
  const persons = createPersonDirectory(database)
  const id = await persons.personIdOf({ issuer, subject: 'a' })
  expect(await persons.personIdOf({ issuer, subject: 'a' })).toBe(id)
  expect(await createPersonDirectory(database).personIdOf({ issuer, subject: 'a' })).toBe(id)
  expect(await persons.personIdOf({ issuer, subject: 'b' })).not.toBe(id)
  expect(await persons.personIdOf({ issuer: `${issuer}/other`, subject: 'a' })).not.toBe(id)
})

test('a changed email address neither creates nor finds another person, and a missing one keeps the last', async () => {
  const persons = createPersonDirectory(database)
  const first = await persons.signedIn({
    issuer,
    subject: 'c',
    email: { address: 'shared@example.com', isVerified: true },
    names: null,
  })
  expect(
    await persons.signedIn({
      issuer,
      subject: 'c',
      email: { address: 'new@example.com', isVerified: false },
      names: null,
    }),
  ).toBe(first)
  expect(
    await persons.signedIn({
      issuer,
      subject: 'd',
      email: { address: 'shared@example.com', isVerified: true },
      names: null,
    }),
  ).not.toBe(first)
  await persons.signedIn({ issuer, subject: 'c', email: null, names: null })
  const { rows } = await database.pool.query('select email, email_verified from person where id = $1', [first])
  expect(rows).toEqual([{ email: 'new@example.com', email_verified: false }])
})

test('names of a sign-in fill empty fields, and never replace a name from the account form', async () => {
  const persons = createPersonDirectory(database)
  const key = { issuer, subject: 'named', email: null }
  const id = await persons.signedIn({ ...key, names: { firstName: 'Zoë', lastName: null } })
  const read = async () =>
    (await database.pool.query('select first_name, last_name from person where id = $1', [id])).rows
  expect(await read()).toEqual([{ first_name: 'Zoë', last_name: null }])
  await persons.signedIn({ ...key, names: { firstName: 'Zoe', lastName: 'Berg' } })
  expect(await read()).toEqual([{ first_name: 'Zoë', last_name: 'Berg' }])
  await persons.signedIn({ ...key, names: null })
  expect(await read()).toEqual([{ first_name: 'Zoë', last_name: 'Berg' }])
})

test('two simultaneous first calls create one person', async () => {
  const ids = await Promise.all(
    Array.from({ length: 8 }, () => createPersonDirectory(database).personIdOf({ issuer, subject: 'e' })),
  )
  expect(new Set(ids).size).toBe(1)
})

test('parallel lookups of people share one statement, with separate results', async () => {
  const subjects = ['f', 'g', 'h']
  const ids = await Promise.all(
    subjects.map((subject) => createPersonDirectory(database).signedIn({ issuer, subject, email: null, names: null })),
  )
  const query = vi.fn((config: QueryConfig) => database.pool.query(config))
  const persons = createPersonDirectory({ pool: { query } })
  const keys = [...subjects, 'f'].map((subject) => ({ issuer, subject }))
  expect(await Promise.all(keys.map(persons.personIdOf))).toEqual([...ids, ids[0]])
  expect(query).toHaveBeenCalledTimes(1)
  await expect(persons.personIdOf({ issuer, subject: 'i' })).resolves.not.toBeOneOf(ids)
})

test('an erased person who signs in again gets a new id, in every process', async () => {
  const one = createPersonDirectory(database)
  const key = { issuer: 'https://identity.example', subject: 'erased' }
  const before = await one.personIdOf(key)
  await database.pool.query('delete from person where id = $1', [before])
  one.listener.onMessages([{ kind: 'person-erased', personId: before }])
  const after = await one.personIdOf(key)
  expect(after).not.toBe(before)
  expect(await createPersonDirectory(database).personIdOf(key)).toBe(after)
})
