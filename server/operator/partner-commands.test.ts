import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { type ProgramDecisionOptions, type ProgramDecisionResult, runOperatorCommand } from './main.ts'
import { testOperatorDependencies } from '#test/operator.ts'

// Specification 27.1: an operator decides about programs.

const { pool, url, close } = await createTestDatabase()
const id = randomUUID()

afterAll(close)

beforeEach(async () => {
  await pool.query('truncate partner_client, audit cascade')
  await pool.query(
    `insert into partner_client (id, name, contact_email, redirect_uris, secret_digest, state, company_name,
       register_number, country, terms_version, created_at)
     values ($1, 'Warm Advice', 'dev@example.com', '{https://a.example/}', sha256('secret'), 'requested', 'Advice GmbH',
       'FN 1', 'AT', '1', now())`,
    [id],
  )
})

async function run(args: string[], result: ProgramDecisionResult = 'done') {
  const [lines, decided]: [string[], Pick<ProgramDecisionOptions, 'programId' | 'decision' | 'reason'>[]] = [[], []]
  const printLine = (line: string): void => void lines.push(line)
  const code = await runOperatorCommand({
    ...testOperatorDependencies,
    args: ['partner', ...args],
    env: { DATABASE_URL: url },
    printLine,
    printError: printLine,
    record: () => {},
    decideProgram: async ({ programId, decision, reason }) => {
      decided.push({ programId, decision, reason })
      return result
    },
  })
  const { rows: audits } = await pool.query<object>('select action, outcome, details from audit order by id')
  return { code, lines, audits, decided }
}

test('an operator lists programs with their companies, without digests', async () => {
  const { code, lines, audits } = await run(['list'])
  expect([code, lines.length]).toEqual([0, 2])
  expect(lines[1]).toMatch(/requested +Warm Advice +Advice GmbH +FN 1 +AT +dev@example.com/u)
  expect(lines.join('\n')).not.toContain('igest')
  expect(audits).toEqual([{ action: 'partner-list', outcome: 'done', details: {} }])
})

test.each([
  ['approve', 'The program is approved: owners can share their appliances with it.'],
  ['refuse', 'The program is refused: it can do nothing until it is approved. No grant ends.'],
  ['suspend', 'The program is suspended: it can do nothing until it is approved. No grant ends.'],
])('%s decides about a program, and is recorded', async (decision, sentence) => {
  const { code, lines, decided, audits } = await run([decision, id])
  expect(lines).toEqual([sentence])
  expect([code, decided]).toEqual([0, [{ programId: id, decision, reason: null }]])
  expect(audits).toEqual([{ action: `partner-${decision}`, outcome: 'done', details: { program: id } }])
})

test('a refusal or a suspension may have a reason, in one line', async () => {
  const reason = 'The register has no such company.'
  const { code, decided, audits } = await run(['refuse', id, reason])
  expect([code, decided]).toEqual([0, [{ programId: id, decision: 'refuse', reason }]])
  expect(audits).toEqual([{ action: 'partner-refuse', outcome: 'done', details: { program: id, reason } }])
  for (const wrong of [' ', 'x'.repeat(501), 'two\nlines'])
    expect(await run(['suspend', id, wrong])).toMatchObject({ code: 1, decided: [] })
})

test('a reason may begin with -, after --, as the usage says', async () => {
  const reason = '- The register has no such company.'
  const { code, lines, decided } = await run(['refuse', id, reason])
  expect([code, decided]).toEqual([2, []])
  expect(lines).toContain('  partner refuse ID ["REASON"]')
  expect(lines.at(-1)).toBe('If an argument begins with -, put -- before the arguments.')
  expect(await run(['refuse', '--', id, reason])).toMatchObject({ code: 0, decided: [{ programId: id, reason }] })
})

test.each([['unknown'], ['other-state'], ['no-company'], ['redirect-uri']] as const)(
  'a decision that is not possible is answered with a sentence and recorded: %s',
  async (result) => {
    const { code, lines, audits } = await run(['approve', id], result)
    expect([code, lines.length]).toEqual([1, 1])
    expect(audits).toMatchObject([{ action: 'partner-approve', outcome: result }])
  },
)

test('an id with another form is answered with a sentence, and a wrong call with the usage', async () => {
  expect(await run(['approve', 'x'])).toMatchObject({ code: 1, audits: [] })
  for (const args of [[], ['approve'], ['steal', id], ['list', id], ['approve', id, 'x'], ['refuse', id, 'x', 'y']])
    expect((await run(args)).code).toBe(2)
})
