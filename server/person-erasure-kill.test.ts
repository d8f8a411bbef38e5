import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#test/database.ts'

const { pool, url, close } = await createTestDatabase()
const eraserFile = fileURLToPath(new URL('../test/processes/eraser-process.ts', import.meta.url))
const people = 60

afterAll(close)

/** Starts an eraser, and waits until it erases. `exited`: settles when the process has exited, even if it already has. */
async function startEraser() {
  const eraser = spawn(process.execPath, [eraserFile, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(eraser, 'exit')
  await once(eraser.stdout, 'data')
  return { kill: () => eraser.kill('SIGKILL'), exited }
}

async function countOf(text: string): Promise<number> {
  return (await pool.query<{ count: number }>(`select count(*)::int as count from ${text}`)).rows[0]?.count ?? 0
}

test('killed at any time, each deleted account is erased exactly once', async () => {
  await pool.query(
    `insert into person (issuer, subject, erase_at)
     select 'https://i.example', 'person ' || n, now() - interval '1 minute' from generate_series(1, ${people}) n`,
  )
  await pool.query(`insert into person (issuer, subject, erase_at) values ('https://i.example', 'kept', null),
    ('https://i.example', 'later', now() + interval '1 day')`)
  const first = await startEraser()
  await vi.waitUntil(async () => (await countOf('person')) < people, { timeout: 15_000, interval: 1 })
  first.kill()
  await first.exited
  const others = [await startEraser(), await startEraser()]
  await Promise.all(others.map(async ({ exited }) => exited))
  const { rows } = await pool.query('select subject from person order by subject')
  expect(rows).toEqual([{ subject: 'kept' }, { subject: 'later' }])
  expect(await countOf(`audit where action = 'person-erase' and actor = 'portal' and person_id is null`)).toBe(people)
}, 60_000)
