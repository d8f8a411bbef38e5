import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, 'migrations')
/** The first migration that is checked. Earlier migrations are released and cannot change. */
const firstChecked = '0049'
/** Tables that can have millions of rows. */
const large = 'audit|connection|contract|gateway|gateway_status|person|telemetry_day|telemetry_month'

const files = globSync('*.sql', { cwd: folder })
  .filter((name) => name >= firstChecked)
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

function statementsOf(text: string): string[] {
  return text.replaceAll(/^--.*$/gmu, '').split(/;\s*$/mu)
}

test('no migration reads a large table while it locks it: constraints are validated and indexes created on their own', () => {
  const alters = new RegExp(`alter table (?:${large})\\b[^;]*\\badd constraint`, 'u')
  const indexes = new RegExp(`create (?:unique )?index (?!concurrently)[^;]* on (?:${large})\\b`, 'u')
  const wrong = files.flatMap(({ name, text }) =>
    statementsOf(text)
      .filter((statement) => (alters.test(statement) && !statement.includes('not valid')) || indexes.test(statement))
      .map((statement) => `${name}: ${statement.trim()}`),
  )
  expect(wrong).toEqual([])
})
