import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { type TakeoverDecisionOptions, type TakeoverDecisionResult, runOperatorCommand } from './main.ts'
import { testOperatorDependencies } from '#test/operator.ts'

const { pool, url, close } = await createTestDatabase()
const takeoverId = randomUUID()

afterAll(close)

beforeEach(async () => {
  await pool.query('truncate person, gateway, audit cascade')
  await pool.query(
    `with p as (
       insert into person (issuer, subject, first_name) values ('https://i.example', 'nora', 'Nora'),
         ('https://i.example', 'olga', 'Olga') returning id, subject
     ), g as (
       insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
       values ('123456789', 'rrc1', 'BOILER', 'cedar', sha256('a'), sha256('b')) returning id
     )
     insert into takeover (id, gateway_id, person_id, owner_id, owner_since, started_at, waits_ms)
     select $1, g.id, n.id, o.id, now() - interval '1 year', now(), '{1,2,3,4}'
     from g, p n, p o where n.subject = 'nora' and o.subject = 'olga'`,
    [takeoverId],
  )
})

async function run(args: string[], decisionResult: TakeoverDecisionResult = 'done') {
  const [lines, seen]: [string[], { dispute: TakeoverDecisionOptions; records: unknown[] }[]] = [[], []]
  const printLine = (line: string): void => void lines.push(line)
  const code = await runOperatorCommand({
    ...testOperatorDependencies,
    args,
    env: { DATABASE_URL: url },
    printLine,
    printError: printLine,
    record: () => {},
    decideTakeover: async (dispute) => {
      const { rows } = await pool.query('select action, outcome from audit')
      seen.push({ dispute, records: rows })
      return decisionResult
    },
  })
  const { rows } = await pool.query<{ action: string; outcome: string; details: object }>(
    'select action, outcome, details from audit order by id',
  )
  return { code, lines, seen, audits: rows }
}

test('an operator lists takeovers by serial number, with people by id, and without their secret waits', async () => {
  const { code, lines, audits } = await run(['takeover', 'list'])
  expect([code, lines.length]).toEqual([0, 2])
  expect(lines[0]).toMatch(/^id +serial +person +owner +startedAt +provenAt +decidedAt +outcome$/u)
  expect(lines[1]).toMatch(/^[0-9a-f-]{36} +123456789 .* open$/u)
  expect(lines.join('\n')).not.toMatch(/Nora|Olga|1,2,3/u)
  expect(audits).toMatchObject([{ action: 'takeover-list', outcome: 'done' }])
})

test.each([
  ['grant', 'The person is the owner now.'],
  ['refuse', 'The takeover is refused.'],
] as const)('an operator decides a takeover by %s, which is recorded before it is done', async (decision, sentence) => {
  const { code, lines, seen, audits } = await run(['takeover', decision, takeoverId])
  expect([code, lines]).toEqual([0, [sentence]])
  expect(seen).toMatchObject([
    { dispute: { takeoverId, decision }, records: [{ action: `takeover-${decision}`, outcome: 'begun' }] },
  ])
  expect(audits).toEqual([{ action: `takeover-${decision}`, outcome: 'done', details: { takeover: takeoverId } }])
})

test.each([['unknown'], ['not-proven'], ['over'], ['owner-changed'], ['other-open']] as const)(
  'a takeover that cannot be granted is answered with a sentence and recorded: %s',
  async (result) => {
    const { code, lines, audits } = await run(['takeover', 'grant', takeoverId], result)
    expect([code, lines.length]).toEqual([1, 1])
    expect(audits).toMatchObject([{ outcome: result }])
  },
)

test('an id with another form is answered with a sentence, and a wrong call with the usage', async () => {
  expect(await run(['takeover', 'grant', 'x'])).toMatchObject({ code: 1, seen: [], audits: [] })
  for (const args of [['takeover'], ['takeover', 'grant'], ['takeover', 'steal', takeoverId]])
    expect((await run(args)).code).toBe(2)
})
