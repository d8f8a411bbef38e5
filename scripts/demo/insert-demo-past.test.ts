import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { insertDemoPast, demoPastDays } from './insert-demo-past.ts'

const { pool, close } = await createTestDatabase({ max: 1 })
afterAll(close)

await pool.query(
  `with g as (
     insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
     select serial, 'rrc1', 'HP', 'oak', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')
     from unnest(array['111111111', '222222222']) as serial returning id, serial
   ), p as (
     insert into person (issuer, subject, email, created_at) values ('i', 's', 'owner@example.com', now() - interval '1 hour')
     returning id
   )
   insert into connection select p.id, g.id, since, since
   from p, g, lateral (select now() - case serial when '111111111' then interval '91 days' else interval '5 days' end) as s (since)`,
)

test('an appliance of the demo has data of the owner’s time, 90 days at most, and a second start adds none', async () => {
  let pieces = 0
  const demoPast = await insertDemoPast({ pool, isStopped: () => (pieces += 1) > 4 })
  const rest = await insertDemoPast({ pool, isStopped: () => false })
  expect(demoPast).toBeGreaterThan(0)
  const { rows } = await pool.query<{ serial: string; reports: number; days: number; sound: boolean }>(
    `select serial, count(*)::int as reports, round(date_part('epoch', now() - min(ts)) / 86400)::int as days,
       bool_and(ts < p.created_at and ts >= c.owner_since and received_at > ts) as sound
     from telemetry t join gateway g on g.id = t.gateway_id join connection c using (gateway_id)
       join person p on p.id = c.person_id where unit = 'status' group by serial order by serial`,
  )
  expect(rows).toMatchObject([
    { serial: '111111111', days: demoPastDays, sound: true },
    { serial: '222222222', days: 5, sound: true },
  ])
  expect(rows.reduce((sum, { reports }) => sum + reports, 0)).toBe(demoPast + rest)
  expect(await insertDemoPast({ pool, isStopped: () => false })).toBe(0)
  const { rows: units } = await pool.query('select unit from telemetry group by unit having count(*) = $1', [
    demoPast + rest,
  ])
  expect(units).toHaveLength(4)
  const { rows: statuses } = await pool.query<{ status: string }>(
    'select distinct status from status_change order by 1',
  )
  expect(statuses.map(({ status }) => status)).toEqual(['ERROR', 'OFFLINE', 'ONLINE', 'WARNING', 'WORKING'])
  const { rows: faults } = await pool.query<{ begun: number; ended: number }>(
    `select count(code)::int as begun, count(*) filter (where severity is null)::int as ended from fault_change`,
  )
  expect(faults[0]?.begun).toBeGreaterThan(10)
  expect(faults[0]?.ended).toBeGreaterThan(10)
})
