import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { digestOfToken, readEndedTokens } from '#server/identity/store.ts'
import { runOperatorCommand } from './main.ts'
import { testOperatorDependencies } from '#test/operator.ts'

const { pool, url, close } = await createTestDatabase()

afterAll(close)

const tokens = ['laptop token', 'telephone token']

beforeEach(async () => {
  await pool.query('truncate person, audit, session_token cascade')
  await pool.query(
    `insert into person (issuer, subject, email) values ('https://i.example', 'ann', 'ann@example.com'),
       ('https://i.example', 'ann2', 'two@example.com'), ('https://j.example', 'ann2', 'two@example.com')`,
  )
  for (const [index, token] of tokens.entries())
    await pool.query(
      `insert into session (id_digest, person_id, access_token, access_expires_at, renew_at, id_token, created_at,
         expires_at, renewed_at, access_digest, browser, system)
       select $1, id, 'sealed', now() + interval '5 minutes', now(), 'sealed', now(), now() + interval '1 day',
         now() - $2 * interval '1 hour', $3, 'Firefox', 'Linux' from person where subject = 'ann'`,
      [randomBytes(32), index, digestOfToken(token)],
    )
})

async function run(...args: string[]) {
  const [lines, audits]: [string[], object[]] = [[], []]
  const printLine = (line: string): void => void lines.push(line)
  const record = (audit: object): void => void audits.push(audit)
  const env = { DATABASE_URL: url }
  return {
    code: await runOperatorCommand({
      args,
      env,
      printLine,
      printError: printLine,
      record,
      ...testOperatorDependencies,
    }),
    lines,
    audits,
  }
}

test('an operator lists the sessions of a person, without their tokens', async () => {
  const { code, lines, audits } = await run('sessions', 'list', 'ann@example.com')
  expect([code, lines.length]).toEqual([0, 3])
  expect(lines[0]).toMatch(/^session +browser +system +signedInAt +lastUsedAt +expiresAt/u)
  expect(lines[1]).toMatch(/^[0-9a-f]{16} +Firefox +Linux /u)
  expect(lines.join('\n')).not.toMatch(/token|sealed/u)
  expect(audits).toMatchObject([{ action: 'sessions-show', outcome: 'done' }])
})

test('an operator ends all sessions of a person, and every process refuses their tokens, without the key of sessions', async () => {
  const { code, lines, audits } = await run('sessions', 'end', 'ann@example.com')
  expect([code, lines]).toEqual([0, ['Ended: 2 sessions.']])
  expect((await pool.query('select from session')).rowCount).toBe(0)
  const endedTokens = await readEndedTokens(pool, { now: Date.now(), limit: 10 })
  const digests = tokens.map((token) => digestOfToken(token).toString('hex'))
  expect(endedTokens.map((digest) => digest.toString('hex')).toSorted()).toEqual(digests.toSorted())
  expect(audits).toMatchObject([{ action: 'sessions-end', details: { sessions: 2 }, outcome: 'done' }].map(flat))
  expect((await run('sessions', 'end', 'ann@example.com')).lines).toEqual(['Ended: 0 sessions.'])
  expect((await run('sessions', 'list', 'ann@example.com')).lines).toEqual(['There is no session.'])
})

/** Converts a record to the form of its log line, in which the details are fields. */
function flat({ details, ...record }: { details: object; [name: string]: unknown }): object {
  return { ...record, ...details }
}

test('a name that nobody or several people have ends no session', async () => {
  expect(await run('sessions', 'end', 'nobody@example.com')).toMatchObject({ code: 1, audits: [] })
  const { code, lines } = await run('sessions', 'end', 'two@example.com')
  expect([code, lines[0]]).toEqual([1, expect.stringMatching(/^2 people have the name two@example\.com\./u)])
  expect((await pool.query('select from session')).rowCount).toBe(2)
})

test.each([['sessions'], ['sessions', 'list'], ['sessions', 'stop', 'x'], ['sessions', 'end', 'x', 'y']])(
  '%j %j %j %j shows the usage',
  async (...args) => {
    const { code, lines } = await run(...args.filter((each) => typeof each === 'string'))
    expect([code, lines[0]]).toEqual([2, expect.stringMatching(/^Usage/u)])
  },
)
