import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Connection } from '#contract/appliance.ts'
import { isPlainLine } from '#contract/text-schemas.ts'
import type { BusMessage } from '#server/live/bus/bus.ts'
import { berlinAddress, createServiceFixture, unknownId, viennaAddress } from '#test/service-fixture.ts'

const { database, bus, send, putAddress, applianceOf, connectionOf, eventsOf, close } = await createServiceFixture()

afterAll(close)

/** Adds a service provider in Vienna, and a contract of the appliance with it in this status. */
async function addContract(gatewayId: string, status: string): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into company values (gen_random_uuid(), 'Huber', null, null, '{Ring 1}', '1010', 'Wien', 'AT', '{cedar}', true)
     returning id`,
  )
  await database.pool.query(
    `insert into contract (gateway_id, company_type, company_id, status, permission, consent_version, consent_language,
       consented_at, created_at)
     values ($1, 'SUPPORT', $2, $3, 'FULL_ACCESS', '2', 'de', now(), now())`,
    [gatewayId, rows[0]?.id, status],
  )
}

test('the owner sets the address, and everybody who has the appliance sees it', async () => {
  const id = await applianceOf(['olga', 'viktor'])
  const answer = await putAddress('olga', id, viennaAddress)
  expect(answer.statusCode).toBe(200)
  expect(answer.json<Connection>().service).toMatchObject({
    canEditContract: true,
    address: viennaAddress,
    contracts: [],
  })
  expect((await connectionOf('viktor', id)).service).toMatchObject({
    canEditContract: false,
    address: viennaAddress,
    contracts: [],
  })
})

test('every field of an address is stored, and so is every change', async () => {
  const id = await applianceOf(['olga'])
  await putAddress('olga', id, berlinAddress)
  expect((await connectionOf('olga', id)).service.address).toEqual(berlinAddress)
  await putAddress('olga', id, viennaAddress)
  expect((await connectionOf('olga', id)).service.address).toEqual(viennaAddress)
})

test('values are stored trimmed, and an empty second line is omitted', async () => {
  const id = await applianceOf(['olga'])
  await putAddress('olga', id, { street: [' Ring 2 ', ''], postalCode: ' 1010 ', city: ' Wien ', country: 'AT' })
  expect((await connectionOf('olga', id)).service.address).toEqual(viennaAddress)
})

test('the same address again changes nothing, publishes nothing and leaves no second record', async () => {
  const id = await applianceOf(['olga'])
  const busMessages: BusMessage[] = []
  const subscription = await bus.subscribe({
    onMessages: (messages) => void busMessages.push(...messages),
    onResync: () => {},
  })
  const answers = [await putAddress('olga', id, viennaAddress), await putAddress('olga', id, viennaAddress)]
  const third = (await putAddress('olga', id, { ...viennaAddress, city: 'Linz' })).json<Connection>()
  await expect
    .poll(() => busMessages)
    .toEqual([
      { kind: 'service', gatewayId: id },
      { kind: 'service', gatewayId: id },
    ])
  subscription.close()
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(answers[1]?.json()).toEqual(answers[0]?.json())
  const { service } = answers[1]?.json<Connection>() ?? {}
  expect(third.service.seq).toBe((service?.seq ?? 0) + 1)
  expect(await eventsOf(id)).toEqual(['address-added by olga', 'address-changed by olga'])
})

test('a viewer is refused and changes nothing', async () => {
  const id = await applianceOf(['olga', 'viktor'])
  await putAddress('olga', id, viennaAddress)
  const answer = await putAddress('viktor', id, berlinAddress)
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({ code: 'not-owner' })
  expect((await connectionOf('olga', id)).service.address).toEqual(viennaAddress)
})

test('a foreign appliance and an unknown one are refused alike', async () => {
  const id = await applianceOf(['olga'])
  const [foreign, unknown, none] = [
    await putAddress('stranger', id, viennaAddress),
    await putAddress('stranger', unknownId, viennaAddress),
    await putAddress('stranger', '1', viennaAddress),
  ]
  expect([foreign, unknown, none].map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  expect(foreign.body).toBe(unknown.body)
  expect((await connectionOf('olga', id)).service.address).toBeNull()
})

test('a person who has passed the appliance on is no longer the owner', async () => {
  const id = await applianceOf(['olga', 'viktor'])
  await putAddress('olga', id, viennaAddress)
  await send({ as: 'olga', method: 'DELETE', url: `/api/2/connections/${id}` })
  expect((await putAddress('olga', id, viennaAddress)).statusCode).toBe(404)
  expect((await putAddress('viktor', id, viennaAddress)).statusCode).toBe(403)
  expect(await eventsOf(id)).toEqual(['address-added by olga', 'address-erased by olga'])
})

test('the country must be one of the gateway’s brand', async () => {
  const [cedar, birch, none] = [
    await applianceOf(['olga']),
    await applianceOf(['olga'], 'birch'),
    await applianceOf(['olga'], 'gone'),
  ]
  expect((await putAddress('olga', cedar, viennaAddress)).statusCode).toBe(200)
  expect((await putAddress('olga', birch, berlinAddress)).statusCode).toBe(200)
  for (const id of [birch, none]) {
    const answer = await putAddress('olga', id, viennaAddress)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: [{ path: 'country', code: 'not-rolled-out' }] })
  }
  expect((await connectionOf('olga', none)).service.address).toBeNull()
})

test.each(['ACTIVE', 'PENDING'])(
  'the country is locked while a %s contract exists, the rest is not',
  async (status) => {
    const id = await applianceOf(['olga'])
    await putAddress('olga', id, viennaAddress)
    await addContract(id, status)
    const answer = await putAddress('olga', id, berlinAddress)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'country-locked' })
    expect((await putAddress('olga', id, { ...viennaAddress, city: 'Graz', postalCode: '8010' })).statusCode).toBe(200)
    expect((await connectionOf('olga', id)).service.address).toMatchObject({ city: 'Graz', country: 'AT' })
  },
)

test('a declined or an ended contract does not lock the country', async () => {
  const id = await applianceOf(['olga'])
  await putAddress('olga', id, viennaAddress)
  await addContract(id, 'DECLINED')
  expect((await putAddress('olga', id, berlinAddress)).statusCode).toBe(200)
  await addContract(id, 'ACTIVE')
  await database.pool.query('update contract set ended_at = now() where gateway_id = $1', [id])
  expect((await putAddress('olga', id, viennaAddress)).statusCode).toBe(200)
})

test.each([
  [{}, 400],
  [[], 400],
  ['{', 400],
  ['null', 400],
  [{ ...viennaAddress, country: 'US' }, 400],
  [{ ...viennaAddress, country: 'at' }, 400],
  [{ ...viennaAddress, country: ['AT'] }, 400],
  [{ ...viennaAddress, street: 'Ring 2' }, 400],
  [{ ...viennaAddress, street: [1] }, 400],
  [{ ...viennaAddress, canEditContract: true }, 400],
  [{ ...viennaAddress, id: unknownId }, 400],
  [{ ...viennaAddress, owner: 'stranger' }, 400],
  [{ ...viennaAddress, street: [] }, 422],
  [{ ...viennaAddress, street: ['a', 'b', 'c'] }, 422],
  [{ ...viennaAddress, street: [''] }, 422],
  [{ ...viennaAddress, street: [' '] }, 422],
  [{ ...viennaAddress, street: ['x'.repeat(257)] }, 422],
  [{ ...viennaAddress, street: ['a', 'x'.repeat(257)] }, 422],
  [{ ...viennaAddress, postalCode: '' }, 422],
  [{ ...viennaAddress, postalCode: '1'.repeat(13) }, 422],
  [{ ...viennaAddress, postalCode: '10_10' }, 422],
  [{ ...viennaAddress, city: '\t' }, 422],
  [{ ...viennaAddress, city: 'x'.repeat(129) }, 422],
  [{ ...viennaAddress, city: 'a\u0000b' }, 422],
])('an address that breaks shape or rule is refused, never stored: %j', async (body, status) => {
  const id = await applianceOf(['olga'])
  const answer = await putAddress('olga', id, body)
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ status, code: 'invalid-request' })
  expect((await connectionOf('olga', id)).service.address).toBeNull()
})

test('refusals come in the order 401, scope, 404, not the owner, 422, 409', async () => {
  const id = await applianceOf(['olga', 'viktor'])
  await putAddress('olga', id, viennaAddress)
  await addContract(id, 'ACTIVE')
  const url = `/api/2/connections/${id}/address`
  const broken = { ...berlinAddress, city: '' }
  const answers = [
    await send({ method: 'PUT', url, body: '{' }),
    await send({ as: 'viktor-without-gateway.users', method: 'PUT', url, body: '{' }),
    await putAddress('stranger', id, broken),
    await putAddress('viktor', id, broken),
    await putAddress('olga', id, broken),
    await putAddress('olga', id, berlinAddress),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 403, 404, 403, 422, 409])
})

test('every valid address comes back as typed', async () => {
  const id = await applianceOf(['olga'])
  const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  const hostile = fc.constantFrom(
    '<script>alert(1)</script>',
    `'; drop table address; --`,
    '=HYPERLINK("x")',
    '%00%_\\',
    'שדרות ירושלים',
    '${7*7}',
  )
  const text = fc.oneof(line, hostile).filter((value) => value.trim() !== '' && isPlainLine(value))
  await fc.assert(
    fc.asyncProperty(text, text, async (city, street) => {
      const answer = await putAddress('olga', id, { ...viennaAddress, city, street: [street] })
      expect(answer.statusCode).toBe(200)
      expect(answer.json<Connection>().service.address).toEqual({
        ...viennaAddress,
        city: city.trim(),
        street: [street.trim()],
      })
    }),
    { numRuns: 60 },
  )
})
