import { afterAll, expect, test } from 'vitest'
import type { Connection } from '#contract/appliance.ts'
import type { BusMessage } from '#server/live/bus/bus.ts'
import { createServiceFixture, unknownId } from '#test/service-fixture.ts'

const { database, bus, send, applianceOf, connectionOf, close } = await createServiceFixture()

afterAll(close)

const rename = async (as: string, id: string, body: unknown) =>
  send({ as, method: 'PATCH', url: `/api/2/connections/${id}`, body })

test('everybody, also a viewer, gives an appliance their own name', async () => {
  const id = await applianceOf(['olga', 'viktor'])
  const answer = await rename('olga', id, { name: ' Cellar ' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json<Connection>()).toEqual({ ...(await connectionOf('olga', id)), name: 'Cellar' })
  expect((await connectionOf('viktor', id)).name).toBeNull()
  await rename('viktor', id, { name: 'Olga’s boiler' })
  const names = [await connectionOf('olga', id), await connectionOf('viktor', id)].map(({ name }) => name)
  expect(names).toEqual(['Cellar', 'Olga’s boiler'])
})

test('the list has the name, and null removes it', async () => {
  const id = await applianceOf(['lena'])
  const names = async () => {
    const answer = await send({ as: 'lena', url: '/api/2/connections' })
    return answer.json<{ items: Connection[] }>().items.map(({ name }) => name)
  }
  await rename('lena', id, { name: 'Ferienhaus 🏡' })
  expect(await names()).toEqual(['Ferienhaus 🏡'])
  expect((await rename('lena', id, { name: null })).json<Connection>().name).toBeNull()
  expect(await names()).toEqual([null])
})

test('an appliance of others is not found, with any name', async () => {
  const id = await applianceOf(['olga'])
  for (const body of [{ name: 'Cellar' }, { name: '' }, { name: 'x'.repeat(41) }]) {
    expect((await rename('mallory', id, body)).statusCode).toBe(404)
    expect((await rename('olga', unknownId, body)).statusCode).toBe(404)
  }
  expect((await connectionOf('olga', id)).name).toBeNull()
})

test.each([
  ['', 'required'],
  ['   ', 'whitespace'],
  ['x'.repeat(41), 'max-length'],
  ['a\u0000b', 'character'],
  ['a\u202eb', 'character'],
])('the name %j breaks the rule %s, and the previous name stays', async (name, code) => {
  const id = await applianceOf(['olga'])
  await rename('olga', id, { name: 'Cellar' })
  const answer = await rename('olga', id, { name })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ errors: [{ path: 'name', code }] })
  expect((await connectionOf('olga', id)).name).toBe('Cellar')
})

test.each([{}, { name: 7 }, { name: 'Cellar', type: 'rrc2' }])('a body such as %j has a wrong shape', async (body) => {
  const id = await applianceOf(['olga'])
  expect((await rename('olga', id, body)).statusCode).toBe(400)
})

test('the same name again changes nothing and publishes nothing; a new one is published only to this person', async () => {
  const id = await applianceOf(['olga', 'viktor'])
  const busMessages: BusMessage[] = []
  const subscription = await bus.subscribe({
    onMessages: (messages) => void busMessages.push(...messages),
    onResync: () => {},
  })
  for (const name of ['Cellar', 'Cellar', 'Attic']) await rename('viktor', id, { name })
  const { rows } = await database.pool.query<{ id: string }>(`select id from person where subject = 'viktor'`)
  const expected = { kind: 'service', gatewayId: id, personId: rows[0]?.id }
  await expect.poll(() => busMessages).toEqual([expected, expected])
  subscription.close()
})

test('a person who removes an appliance from their list leaves no name behind', async () => {
  const id = await applianceOf(['olga', 'viktor'])
  await rename('viktor', id, { name: 'Cellar' })
  await send({ as: 'viktor', method: 'DELETE', url: `/api/2/connections/${id}` })
  const { rows } = await database.pool.query('select name from connection where gateway_id = $1', [id])
  expect(rows).toEqual([{ name: null }])
})
