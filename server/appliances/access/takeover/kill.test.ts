import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#test/database.ts'

const { pool, url, close } = await createTestDatabase()
const handlerFile = fileURLToPath(new URL('../../../../test/access/takeover-process.ts', import.meta.url))
const appliances = 60

afterAll(close)

async function startHandler(): Promise<ChildProcess> {
  const handler = spawn(process.execPath, [handlerFile, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!handler.stdout) throw new Error('The process says nothing')
  await once(handler.stdout, 'data')
  return handler
}

async function countOf(text: string): Promise<number> {
  return (await pool.query<{ count: number }>(`select count(*)::int as count from ${text}`)).rows[0]?.count ?? 0
}

test('killed at any time, each takeover whose time is over is decided exactly once', async () => {
  await pool.query(
    `insert into person (issuer, subject)
     select 'https://i.example', who || n from generate_series(1, ${appliances}) n, unnest(array['olga', 'nora']) who`,
  )
  await pool.query(
    `insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
     select (100000000 + n)::text, 'rrc1', 'BOILER', 'cedar', sha256('a'), sha256('b')
     from generate_series(1, ${appliances}) n`,
  )
  const since = `date_trunc('second', now()) - interval '100 days'`
  await pool.query(
    `insert into connection (person_id, gateway_id, added_at, owner_since, seq)
     select p.id, g.id, ${since}, ${since}, nextval('change_seq')
     from gateway g join person p on p.subject = 'olga' || (g.serial::int - 100000000)`,
  )
  await pool.query(
    `insert into takeover (gateway_id, person_id, owner_id, owner_since, started_at, waits_ms, proven_at, decided_at)
     select c.gateway_id, n.id, c.person_id, c.owner_since, now() - interval '15 days', '{1,1,1,1}',
       now() - interval '15 days', now() - interval '1 day'
     from connection c join gateway g on g.id = c.gateway_id
     join person n on n.subject = 'nora' || (g.serial::int - 100000000)`,
  )
  const childProcess = await startHandler()
  await vi.waitUntil(async () => (await countOf(`takeover where outcome = 'done'`)) > 0, {
    timeout: 15_000,
    interval: 1,
  })
  childProcess.kill('SIGKILL')
  await once(childProcess, 'exit')
  expect(await countOf('takeover where outcome is null')).toBeGreaterThan(0)
  const others = [await startHandler(), await startHandler()]
  await Promise.all(others.map(async (other) => once(other, 'exit')))
  expect(await countOf(`takeover where outcome = 'done'`)).toBe(appliances)
  expect(await countOf(`connection c join person p on p.id = c.person_id where p.subject like 'nora%'`)).toBe(
    appliances,
  )
  expect(await countOf('connection')).toBe(appliances)
  expect(await countOf(`audit where action = 'takeover-done'`)).toBe(appliances)
  expect(await countOf(`audit where action = 'ownership-begun'`)).toBe(appliances)
}, 60_000)
