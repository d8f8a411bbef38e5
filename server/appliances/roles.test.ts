import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ConnectionList } from '#contract/appliance.ts'
import { dayMs, hourMs } from '#contract/durations.ts'
import { berlinAddress, createServiceFixture } from '#test/service-fixture.ts'

const { database, time, send, putAddress, applianceOf, connectionOf, close } = await createServiceFixture()
const { pool } = database

afterAll(close)

const start = Date.parse('2026-03-01T10:00:00Z')

beforeEach(() => {
  time.ms = start
})

test('a connection names the role of its person', async () => {
  const id = await applianceOf(['olga', 'cora', 'vera'])
  await makeCoOwner(id, 'cora')
  expect(await Promise.all(['olga', 'cora', 'vera'].map(async (as) => (await connectionOf(as, id)).role))).toEqual([
    'OWNER',
    'CO_OWNER',
    'VIEWER',
  ])
})

test('a co-owner may edit like the owner, a viewer may not', async () => {
  const id = await applianceOf(['olga', 'cora', 'vera'])
  await makeCoOwner(id, 'cora')
  expect((await connectionOf('cora', id)).service.canEditContract).toBe(true)
  expect((await putAddress('cora', id, berlinAddress)).statusCode).toBe(200)
  expect((await connectionOf('vera', id)).service.canEditContract).toBe(false)
  expect((await putAddress('vera', id, berlinAddress)).json()).toMatchObject({ status: 403, code: 'not-owner' })
})

test('an access ends at its moment, also if no job ran', async () => {
  const id = await applianceOf(['olga', 'cora'])
  await makeCoOwner(id, 'cora')
  await endAt(id, 'cora', start + hourMs)
  time.ms = start + hourMs - 1
  expect((await connectionOf('cora', id)).id).toBe(id)
  time.ms = start + hourMs
  const url = `/api/2/connections/${id}`
  expect((await send({ as: 'cora', url })).json()).toMatchObject({ status: 404, code: 'not-found' })
  const list = (await send({ as: 'cora', url: '/api/2/connections' })).json<ConnectionList>()
  expect(list.items.map((listed) => listed.id)).not.toContain(id)
  expect((await putAddress('cora', id, berlinAddress)).statusCode).toBe(404)
  expect((await send({ as: 'cora', method: 'PATCH', url, body: { name: 'Mine' } })).statusCode).toBe(404)
  expect((await send({ as: 'cora', method: 'DELETE', url })).statusCode).toBe(404)
  expect((await connectionOf('olga', id)).role).toBe('OWNER')
})

test('a person whose access has ended may add the appliance again as a viewer', async () => {
  const id = await applianceOf(['olga', 'cora'])
  await makeCoOwner(id, 'cora')
  await endAt(id, 'cora', start + hourMs)
  time.ms = start + 2 * hourMs
  const serial = (await connectionOf('olga', id)).credentials.serial
  const body = {
    type: 'rrc1',
    brands: ['cedar'],
    credentials: { serial, access: 'ABCD1234efgh5678', userPwd: 'secret-pw' },
  }
  const added = await send({ as: 'cora', method: 'POST', url: '/api/2/connections', body })
  expect(added.json()).toMatchObject({ id, role: 'VIEWER', service: { canEditContract: false } })
  time.ms = start + dayMs
  expect((await connectionOf('cora', id)).role).toBe('VIEWER')
})

test('for a co-owner or viewer, to delete the appliance means to leave it', async () => {
  const id = await applianceOf(['olga', 'cora', 'vera'])
  await makeCoOwner(id, 'cora')
  await putAddress('olga', id, berlinAddress)
  for (const as of ['cora', 'vera']) {
    const left = await send({ as, method: 'DELETE', url: `/api/2/connections/${id}` })
    expect(left.statusCode).toBe(204)
  }
  expect(await connectionOf('olga', id)).toMatchObject({ role: 'OWNER', service: { address: { city: 'Berlin' } } })
})

test('when the owner leaves, co-owners become viewers of an appliance without owner', async () => {
  const id = await applianceOf(['olga', 'cora'])
  await makeCoOwner(id, 'cora')
  await send({ as: 'olga', method: 'DELETE', url: `/api/2/connections/${id}` })
  expect(await connectionOf('cora', id)).toMatchObject({ role: 'VIEWER', service: { canEditContract: false } })
})

test('an owner has no end, which the database checks', async () => {
  const id = await applianceOf(['olga'])
  await expect(endAt(id, 'olga', start + hourMs)).rejects.toThrow('connection_role')
  await expect(makeCoOwner(id, 'olga')).rejects.toThrow('connection_role')
})

async function makeCoOwner(gatewayId: string, subject: string): Promise<void> {
  await pool.query(
    `update connection set co_owner_since = added_at
     where gateway_id = $1 and person_id = (select id from person where subject = $2)`,
    [gatewayId, subject],
  )
}

async function endAt(gatewayId: string, subject: string, moment: number): Promise<void> {
  await pool.query(
    `update connection set ends_at = $3
     where gateway_id = $1 and person_id = (select id from person where subject = $2)`,
    [gatewayId, subject, new Date(moment)],
  )
}
