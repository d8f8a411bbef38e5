import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { register } from '#server/appliances/testing.ts'
import { testDatabase } from '#server/database/testing.ts'

const database = await testDatabase()
const { pool, url, close } = database
const handlerFile = fileURLToPath(new URL('test-handler.ts', import.meta.url))
const appliances = 60

afterAll(close)

type Handler = { process: ChildProcess; exited: Promise<unknown> }

async function startHandler(): Promise<Handler> {
  const handler = spawn(process.execPath, [handlerFile, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!handler.stdout) throw new Error('The process says nothing')
  // Waited for from the start on, because a handler may end before the next one has started.
  const exited = once(handler, 'exit')
  await once(handler.stdout, 'data')
  return { process: handler, exited }
}

async function countOf(text: string): Promise<number> {
  return (await pool.query<{ count: number }>(`select count(*)::int as count from ${text}`)).rows[0]?.count ?? 0
}

test('killed at any time, each hand-over expires exactly once, with its notice', async () => {
  await register(
    database,
    Array.from({ length: appliances }, (_, index) => String(100_000_000 + index)),
  )
  await pool.query(
    `with owner as (
       insert into person (issuer, subject) select 'https://i.example', id::text from gateway returning id, subject
     ), held as (
       insert into connection (person_id, gateway_id, added_at, owner_since)
       select id, subject::uuid, now() - interval '20 days', now() - interval '20 days' from owner
     ), started as (
       insert into handover (gateway_id, token_digest, started_by, shares_faults, created_at, expires_at)
       select subject::uuid, sha256(subject::bytea), id, false, now() - interval '15 days', now() - interval '1 day' from owner
     )
     insert into access_event (gateway_id, person_id, kind, due_at)
     select subject::uuid, id, 'handover-end', now() - interval '1 day' from owner`,
  )
  const killed = await startHandler()
  await vi.waitUntil(async () => (await countOf('access_event')) < appliances, { timeout: 15_000, interval: 1 })
  killed.process.kill('SIGKILL')
  await killed.exited
  const others = [await startHandler(), await startHandler()]
  await Promise.all(others.map(async ({ exited }) => exited))
  expect(await countOf('access_event')).toBe(0)
  expect(await countOf(`handover where answer = 'expired'`)).toBe(appliances)
  expect(await countOf(`notice where event->>'kind' = 'handover-expired'`)).toBe(appliances)
  expect(await countOf(`audit where action = 'handover-expired' and actor = 'portal'`)).toBe(appliances)
}, 60_000)
