import { afterAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { unknownId, berlinAddress, createServiceFixture } from '#test/service-fixture.ts'
import { createAccessFixture } from '#test/access/access-fixture.ts'

const fixture = await createServiceFixture()
const { database, time, send, applianceOf, connectionOf, putAddress, close } = fixture
const { accessOf, myself, change, remove, noticesOf, pathOf } = createAccessFixture(fixture)

const start = time.ms
let count = 0

beforeEach(() => {
  time.ms = start
  count += 1
})

afterAll(close)

test('the owner sees everybody with access, by name and never by email address', async () => {
  const { id, names } = await shared('olga', 'vera')
  await database.pool.query(
    `update person set first_name = 'Vera', last_name = 'Voss', email = 'vera@secret.example' where subject = $1`,
    [names.vera],
  )
  const access = await accessOf(names.olga, id)
  expect(access.people).toMatchObject([
    { name: null, role: 'OWNER', until: null, isMe: true },
    { name: 'Vera Voss', role: 'VIEWER', until: null, isMe: false },
  ])
  expect(JSON.stringify(access)).not.toContain('secret.example')
})

test('a viewer sees only their own entry and the companies', async () => {
  const { id, names } = await shared('olga', 'vera')
  expect(await accessOf(names.vera, id)).toMatchObject({
    people: [{ role: 'VIEWER', isMe: true }],
    companies: [],
    invitations: [],
  })
})

test('a person has another reference in each appliance', async () => {
  const one = await shared('olga', 'vera')
  const two = await applianceOf([one.names.olga, one.names.vera])
  expect((await myself(one.names.vera, one.id)).personRef).not.toBe((await myself(one.names.vera, two)).personRef)
})

test('the owner changes a role and an end, and the person is notified', async () => {
  const { id, names, refOf } = await shared('olga', 'vera')
  const until = new Date(start + 30 * dayMs).toISOString()
  const changed = await change(names.olga, id, { personRef: await refOf('vera'), body: { role: 'CO_OWNER', until } })
  expect(changed.statusCode).toBe(200)
  expect(await myself(names.vera, id)).toMatchObject({ role: 'CO_OWNER', until })
  expect((await putAddress(names.vera, id, berlinAddress)).statusCode).toBe(200)
  expect(await noticesOf(names.vera)).toEqual(['own-access-changed'])
  await change(names.olga, id, { personRef: await refOf('vera'), body: { until: null } })
  expect(await myself(names.vera, id)).toMatchObject({ role: 'CO_OWNER', until: null })
})

test('an end is later than now, at most 10 years away, and a moment', async () => {
  const { id, names, refOf } = await shared('olga', 'vera')
  const personRef = await refOf('vera')
  for (const [until, code] of [
    [new Date(start).toISOString(), 'past'],
    ['2999-01-01T00:00:00Z', 'too-late'],
    ['2026-03-29T02:30', 'pattern'],
    ['tomorrow', 'pattern'],
  ]) {
    const refused = await change(names.olga, id, { personRef, body: { until } })
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: 'until', code }] })
  }
  const inSummerTime = await change(names.olga, id, { personRef, body: { until: '2026-03-29T02:30:00+02:00' } })
  expect(inSummerTime.statusCode).toBe(200)
})

test('nobody gives ownership, and nobody takes it from the owner', async () => {
  const { id, names, refOf } = await shared('olga', 'cora')
  await change(names.olga, id, { personRef: await refOf('cora'), body: { role: 'CO_OWNER' } })
  const owner = await refOf('olga')
  const refusals = [
    await change(names.olga, id, { personRef: await refOf('cora'), body: { role: 'OWNER' } }),
    await change(names.cora, id, { personRef: owner, body: { role: 'VIEWER' } }),
    await remove(names.cora, id, owner),
    await remove(names.olga, id, owner),
    await change(names.olga, id, { personRef: owner, body: { role: 'VIEWER' } }),
  ]
  expect(refusals.map(({ statusCode }) => statusCode)).toEqual([400, 403, 403, 403, 403])
  expect(refusals.at(1)?.json()).toMatchObject({ code: 'not-allowed-in-role' })
  expect((await connectionOf(names.olga, id)).role).toBe('OWNER')
})

test('a co-owner changes others, but not their own role or end', async () => {
  const { id, names, refOf } = await shared('olga', 'cora', 'vera')
  const until = new Date(start + dayMs).toISOString()
  await change(names.olga, id, { personRef: await refOf('cora'), body: { role: 'CO_OWNER', until } })
  expect((await change(names.cora, id, { personRef: await refOf('cora'), body: { until: null } })).statusCode).toBe(403)
  const beyond = await change(names.cora, id, { personRef: await refOf('vera'), body: { role: 'CO_OWNER' } })
  expect(beyond.json()).toMatchObject({ status: 422, errors: [{ path: 'until', code: 'beyond-own' }] })
  const within = await change(names.cora, id, { personRef: await refOf('vera'), body: { role: 'CO_OWNER', until } })
  expect(within.statusCode).toBe(200)
})

test('the owner removes a person, who is notified and loses the appliance', async () => {
  const { id, names, refOf } = await shared('olga', 'vera')
  expect((await remove(names.olga, id, await refOf('vera'))).statusCode).toBe(204)
  expect((await send({ as: names.vera, url: `/api/2/connections/${id}` })).statusCode).toBe(404)
  expect(await noticesOf(names.vera)).toEqual(['own-access-ended'])
})

test('everybody but the owner may leave, and owner and co-owners are notified', async () => {
  const { id, names, refOf } = await shared('olga', 'cora', 'vera')
  await change(names.olga, id, { personRef: await refOf('cora'), body: { role: 'CO_OWNER' } })
  expect((await remove(names.vera, id, await refOf('vera'))).statusCode).toBe(204)
  expect(await noticesOf(names.olga)).toEqual(['access-ended', 'access-given', 'access-given'])
  expect(await noticesOf(names.cora)).toContain('access-ended')
  expect((await remove(names.cora, id, await refOf('cora'))).statusCode).toBe(204)
  expect((await accessOf(names.olga, id)).people).toHaveLength(1)
})

test('a viewer removes nobody else, and does not learn whether somebody exists', async () => {
  const { id, names, refOf } = await shared('olga', 'vera', 'vito')
  expect((await remove(names.vera, id, await refOf('vito'))).statusCode).toBe(404)
  expect((await change(names.vera, id, { personRef: await refOf('vito'), body: {} })).statusCode).toBe(403)
})

test('strangers and unknown people are not found', async () => {
  const { id, names, refOf } = await shared('olga', 'vera')
  const unknownRef = 'a'.repeat(22)
  const answers = [
    await send({ as: 'nobody-here', url: pathOf(id) }),
    await send({ as: names.olga, url: pathOf(unknownId) }),
    await remove('nobody-here', id, await refOf('vera')),
    await remove(names.olga, id, unknownRef),
    await remove(names.olga, id, 'short'),
    await change(names.olga, id, { personRef: unknownRef, body: { role: 'VIEWER' } }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404])
})

test('if the owner removes a person who is saving, one of them wins and the other is answered', async () => {
  for (let round = 0; round < 5; round += 1) {
    count += 1
    const { id, names, refOf } = await shared('olga', 'cora')
    await change(names.olga, id, { personRef: await refOf('cora'), body: { role: 'CO_OWNER' } })
    const personRef = await refOf('cora')
    const [removed, saved] = await Promise.all([
      remove(names.olga, id, personRef),
      putAddress(names.cora, id, berlinAddress),
    ])
    expect(removed.statusCode).toBe(204)
    const isSaved = (await connectionOf(names.olga, id)).service.address !== null
    // The address may be saved before the removal although the request gets 404: the server reads the connection for
    // the response after the removal.
    expect(isSaved ? [200, 404] : [404]).toContain(saved.statusCode)
  }
})

test('each change leaves an audit record with its actor and its person', async () => {
  const { id, names, refOf } = await shared('olga', 'vera')
  await change(names.olga, id, { personRef: await refOf('vera'), body: { role: 'CO_OWNER' } })
  await remove(names.olga, id, await refOf('vera'))
  const { rows } = await database.pool.query<{ act: string }>(
    `select a.action || ' by ' || actor.subject || ' about ' || about.subject as act
     from audit a join person actor on actor.id = a.person_id join person about on about.id::text = a.details->>'person'
     where a.gateway_id = $1 order by a.id`,
    [id],
  )
  expect(rows.map(({ act }) => act)).toEqual([
    `access-given by ${names.vera} about ${names.vera}`,
    `access-changed by ${names.olga} about ${names.vera}`,
    `access-removed by ${names.olga} about ${names.vera}`,
  ])
})

/** Creates an appliance with these people, the first of them as its owner. No other test uses their names. */
async function shared<const Name extends string>(...people: readonly Name[]) {
  const names = Object.fromEntries(people.map((name) => [name, `${name}-${count}`])) as Record<Name, string>
  const id = await applianceOf(Object.values(names))
  return { id, names, refOf: async (name: Name) => (await myself(names[name], id)).personRef }
}
