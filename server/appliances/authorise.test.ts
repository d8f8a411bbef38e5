import { afterAll, expect, test } from 'vitest'
import { berlinAddress, createServiceFixture } from '#test/service-fixture.ts'

const fixture = await createServiceFixture()
const { database, time, applianceOf, connectionOf, putAddress } = fixture
const { pool } = database

afterAll(fixture.close)

test('a person whose access ends while their change waits for the lock changes nothing', async () => {
  const id = await applianceOf(['olga', 'cora'])
  const endsAt = time.ms + 1_000
  await pool.query(
    `update connection set co_owner_since = added_at, ends_at = $2 where gateway_id = $1 and owner_since is null`,
    [id, new Date(endsAt)],
  )
  const otherChange = await pool.connect()
  await otherChange.query('begin')
  await otherChange.query('select from gateway where id = $1 for no key update', [id])
  const change = putAddress('cora', id, berlinAddress)
  await expect.poll(isStatementWaitingForLock, { timeout: 10_000, interval: 10 }).toBe(true)
  time.ms = endsAt
  await otherChange.query('commit')
  otherChange.release()
  expect((await change).statusCode).toBe(404)
  expect((await connectionOf('olga', id)).service.address).toBeNull()
})

async function isStatementWaitingForLock(): Promise<boolean> {
  const waitingStatements = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await pool.query(waitingStatements)).rowCount !== 0
}
