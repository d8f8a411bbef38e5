import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { runOperatorCommand } from './main.ts'
import { testOperatorDependencies } from '#test/operator.ts'

const { pool, url, close } = await createTestDatabase()

afterAll(close)

const nextNumber = async (): Promise<number> => {
  const { rows } = await pool.query<{ number: string }>(`select nextval('change_seq') as number`)
  return Number(rows[0]?.number)
}

test('after a restore nobody is signed in, and all later changes have higher numbers than any page has seen', async () => {
  await pool.query(
    `with person as (insert into person (issuer, subject) values ('https://identity.example', 'olga') returning id)
     insert into session (id_digest, person_id, access_token, access_expires_at, renew_at, id_token, created_at, expires_at, renewed_at)
     select 'digest', id, '', now(), now(), '', now(), now() + interval '1 day', now() from person`,
  )
  const seen = (await nextNumber()) + 500_000_000_000
  const [lines, audits]: [string[], object[]] = [[], []]
  const printLine = (line: string): void => void lines.push(line)
  const record = (audit: object): void => void audits.push(audit)
  const call = {
    args: ['restored'],
    env: { DATABASE_URL: url },
    printLine,
    printError: printLine,
    record,
    ...testOperatorDependencies,
  }
  expect(await runOperatorCommand(call)).toBe(0)
  expect((await pool.query('select from session')).rowCount).toBe(0)
  const after = await nextNumber()
  expect([after > seen, Number.isSafeInteger(after + 1024)]).toEqual([true, true])
  expect([lines[0], audits]).toEqual([
    'Everybody is signed out (1 sessions), and open pages treat everything from now on as new.',
    [{ actor: 'operator', operator: 'tester', action: 'restored', sessions: 1, outcome: 'done' }],
  ])
})
