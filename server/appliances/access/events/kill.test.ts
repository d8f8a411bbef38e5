import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { registerTestGateways } from '#test/appliances.ts'
import { createTestDatabase } from '#test/database.ts'

const database = await createTestDatabase()
const { pool, url, close } = database
const handlerFile = fileURLToPath(new URL('../../../../test/access/events-process.ts', import.meta.url))
const appliances = 60

afterAll(close)

type Handler = { process: ChildProcess; exited: Promise<unknown> }

async function startHandler(): Promise<Handler> {
  const handler = spawn(process.execPath, [handlerFile, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!handler.stdout) throw new Error('The process says nothing')
  // Waits for the exit from the start, because one handler may end before the next one has started.
  const exited = once(handler, 'exit')
  await once(handler.stdout, 'data')
  return { process: handler, exited }
}

async function countOf(text: string): Promise<number> {
  return (await pool.query<{ count: number }>(`select count(*)::int as count from ${text}`)).rows[0]?.count ?? 0
}

/**
 * Deadlines, each due for each appliance, and their results. Each result must exist exactly once for each appliance.
 */
const deadlines = [
  {
    of: 'hand-over expires',
    start: `with owner as (${owners()}), held as (${held('owner', "now() - interval '20 days'", 'null')}),
      started as (
        insert into handover (gateway_id, token_digest, started_by, shares_faults, created_at, expires_at)
        select subject::uuid, sha256(subject::bytea), id, false, now() - interval '15 days', now() - interval '1 day'
        from owner
      )
      ${due('owner', 'handover-end')}`,
    results: [
      `handover where answer = 'expired'`,
      `notice where event->>'kind' = 'handover-expired'`,
      `audit where action = 'handover-expired' and actor = 'portal'`,
    ],
    left: 'handover where answer is null',
  },
  {
    of: 'request for access ends after 30 days',
    start: `with asking as (${owners()}), asked as (
        insert into access_request (gateway_id, person_id, created_at, expires_at)
        select subject::uuid, id, now() - interval '31 days', now() - interval '1 day' from asking
      )
      ${due('asking', 'request-end')}`,
    results: [`audit where action = 'request-expired' and actor = 'portal'`],
    left: 'access_request',
  },
  {
    of: 'access ends',
    start: `with viewer as (${owners()}), held as (${held('viewer', 'null', "now() - interval '1 day'")})
      ${due('viewer', 'end')}`,
    results: [
      `notice where event->>'kind' = 'own-access-ended'`,
      `audit where action = 'access-ended' and actor = 'portal'`,
    ],
    left: 'connection',
  },
]

test.each(deadlines)(
  'killed at any time, each $of exactly once',
  async ({ start, results, left }) => {
    await pool.query('delete from gateway')
    await pool.query('delete from person')
    await pool.query('delete from audit')
    await registerTestGateways(
      database,
      Array.from({ length: appliances }, (_, index) => String(100_000_000 + index)),
    )
    await pool.query(start)
    const killed = await startHandler()
    await vi.waitUntil(async () => (await countOf('access_event')) < appliances, { timeout: 15_000, interval: 1 })
    killed.process.kill('SIGKILL')
    await killed.exited
    const others = [await startHandler(), await startHandler()]
    await Promise.all(others.map(async ({ exited }) => exited))
    for (const result of results) expect([result, await countOf(result)]).toEqual([result, appliances])
    expect([await countOf('access_event'), await countOf(left)]).toEqual([0, 0])
  },
  60_000,
)

/** Returns SQL that inserts one person for each appliance. The subject of the person is the id of the appliance. */
function owners(): string {
  return `insert into person (issuer, subject) select 'https://i.example', id::text from gateway returning id, subject`
}

function held(people: string, ownerSince: string, endsAt: string): string {
  return `insert into connection (person_id, gateway_id, added_at, owner_since, ends_at)
    select id, subject::uuid, now() - interval '20 days', ${ownerSince}, ${endsAt} from ${people}`
}

function due(people: string, kind: string): string {
  return `insert into access_event (gateway_id, person_id, kind, due_at, access_ends_at)
    select subject::uuid, id, '${kind}', now() - interval '1 day',
      case when '${kind}' = 'end' then now() - interval '1 day' end from ${people}`
}
