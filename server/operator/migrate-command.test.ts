import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { runOperatorCommand } from './main.ts'
import { testOperatorDependencies } from '#test/operator.ts'

const { pool, url, close } = await createTestDatabase()

afterAll(close)

async function migrate(databaseUrl: string) {
  const lines: string[] = []
  const printLine = (line: string): void => void lines.push(line)
  const env = { DATABASE_URL: databaseUrl }
  return {
    code: await runOperatorCommand({
      args: ['migrate'],
      env,
      printLine,
      printError: printLine,
      record: () => undefined,
      ...testOperatorDependencies,
    }),
    lines,
  }
}

test('an operator migrates the tables, and a second run has nothing to do', async () => {
  await pool.query('drop schema public cascade; create schema public')
  const first = await migrate(url)
  expect([first.code, first.lines[0]]).toEqual([
    0,
    expect.stringMatching(/^The tables were brought up to date: 0001-/u),
  ])
  expect(await migrate(url)).toEqual({ code: 0, lines: ['The tables are up to date.'] })
})

test('an error of the database names its setting', async () => {
  const wrong = Object.assign(new URL(url), { password: 'wrong' }).href
  await expect(migrate(wrong)).rejects.toThrow(/^DATABASE_URL: .* refuses this user or this password\.$/u)
})
