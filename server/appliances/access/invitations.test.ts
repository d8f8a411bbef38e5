import { afterAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { berlinAddress, createServiceFixture } from '#test/service-fixture.ts'
import { createAccessFixture } from '#test/access/access-fixture.ts'

const fixture = await createServiceFixture()
const { database, time, send, applianceOf, connectionOf, putAddress, close } = fixture
const { accessOf, myself, tokenOf, invite, read, answer, noticesOf, change, remove, pathOf } =
  createAccessFixture(fixture)

const start = time.ms
let count = 0

/** Returns a name that no other test uses. */
const name = (of: string) => `${of}-${count}`

beforeEach(() => {
  time.ms = start
  count += 1
})

afterAll(close)

test('a link offers inviter, appliance, role and end before it is accepted, and no serial number', async () => {
  const id = await applianceOf([name('olga')])
  await putAddress(name('olga'), id, berlinAddress)
  await database.pool.query(`update person set first_name = 'Olga', last_name = 'Ott' where subject = $1`, [
    name('olga'),
  ])
  const until = new Date(start + 30 * dayMs).toISOString()
  const token = await tokenOf(name('olga'), id, { role: 'CO_OWNER', until })
  const preview = await read(name('vera'), token)
  expect(preview.json()).toEqual({
    kind: 'invitation',
    inviter: 'Olga Ott',
    appliance: { type: 'BOILER', city: 'Berlin' },
    role: 'CO_OWNER',
    until,
    keeps: [],
  })
  expect(preview.body).not.toContain((await connectionOf(name('olga'), id)).credentials.serial)
})

test('an accepted invitation gives the role until its end, and the owner is notified', async () => {
  const id = await applianceOf([name('olga')])
  const until = new Date(start + 30 * dayMs).toISOString()
  const token = await tokenOf(name('olga'), id, { role: 'CO_OWNER', until })
  expect((await answer(name('vera'), token)).json()).toEqual({ connectionId: id, companies: [] })
  expect(await myself(name('vera'), id)).toMatchObject({ role: 'CO_OWNER', until })
  expect(await noticesOf(name('olga'))).toEqual(['access-given'])
  expect((await accessOf(name('olga'), id)).invitations).toEqual([])
})

test('reading an invitation changes nothing, also if an email scanner opens it', async () => {
  const id = await applianceOf([name('olga')])
  const token = await tokenOf(name('olga'), id)
  for (const as of [name('vera'), name('scanner'), name('olga')]) expect((await read(as, token)).statusCode).toBe(200)
  expect((await accessOf(name('olga'), id)).people).toHaveLength(1)
  expect((await accessOf(name('olga'), id)).invitations).toHaveLength(1)
})

test('unknown, used, expired, cancelled, declined and replaced links look the same', async () => {
  const id = await applianceOf([name('olga')])
  const used = await tokenOf(name('olga'), id)
  await answer(name('vera'), used)
  const cancelled = await tokenOf(name('olga'), id)
  const replaced = await tokenOf(name('olga'), id)
  const [first, second] = (await accessOf(name('olga'), id)).invitations.map((one) => one.id)
  await send({ as: name('olga'), method: 'DELETE', url: `${pathOf(id)}/invitations/${first}` })
  await send({ as: name('olga'), method: 'POST', url: `${pathOf(id)}/invitations/${second}/resend` })
  const declined = await tokenOf(name('olga'), id)
  await answer(name('vito'), declined, false)
  const expired = await tokenOf(name('olga'), id)
  time.ms = start + 7 * dayMs
  const stranger = name('stranger')
  for (const token of ['A'.repeat(43), 'short', used, cancelled, replaced, declined, expired]) {
    const notFound = { type: 'about:blank', title: 'Not found', status: 404, code: 'not-found' }
    expect((await read(stranger, token)).json()).toEqual(notFound)
    expect((await answer(stranger, token)).json()).toEqual(notFound)
  }
})

test('only the person who used a link learns that it was used', async () => {
  const id = await applianceOf([name('olga')])
  const token = await tokenOf(name('olga'), id)
  await answer(name('vera'), token)
  expect((await answer(name('vera'), token)).json()).toMatchObject({ status: 404, reason: 'used' })
  expect((await read(name('olga'), token)).json()).not.toHaveProperty('reason')
})

test('a link expires to the second', async () => {
  const id = await applianceOf([name('olga')])
  const token = await tokenOf(name('olga'), id)
  time.ms = start + 7 * dayMs - 1
  expect((await read(name('vera'), token)).statusCode).toBe(200)
  time.ms = start + 7 * dayMs
  expect((await answer(name('vera'), token)).statusCode).toBe(404)
})

test('if two people accept one link at once, one gets access and the other is not found', async () => {
  for (let round = 0; round < 5; round += 1) {
    count += 1
    const id = await applianceOf([name('olga')])
    const token = await tokenOf(name('olga'), id)
    const answers = await Promise.all([answer(name('vera'), token), answer(name('vito'), token)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([201, 404])
    expect((await accessOf(name('olga'), id)).people).toHaveLength(2)
  }
})

test('if the owner cancels while a person accepts, one of them wins and the other is not found', async () => {
  for (let round = 0; round < 5; round += 1) {
    count += 1
    const id = await applianceOf([name('olga')])
    const token = await tokenOf(name('olga'), id)
    const [open] = (await accessOf(name('olga'), id)).invitations
    const [cancelled, accepted] = await Promise.all([
      send({ as: name('olga'), method: 'DELETE', url: `${pathOf(id)}/invitations/${open?.id}` }),
      answer(name('vera'), token),
    ])
    const isAccepted = (await accessOf(name('olga'), id)).people.length === 2
    expect([cancelled.statusCode, accepted.statusCode]).toEqual(isAccepted ? [404, 201] : [204, 404])
  }
})

test('a link ends when its inviter may no longer invite, or the appliance has no owner', async () => {
  const id = await applianceOf([name('olga'), name('cora')])
  const { personRef } = await myself(name('cora'), id)
  await change(name('olga'), id, { personRef, body: { role: 'CO_OWNER' } })
  const [ofCoOwner, ofOwner] = [await tokenOf(name('cora'), id), await tokenOf(name('olga'), id)]
  await remove(name('olga'), id, personRef)
  expect((await answer(name('vera'), ofCoOwner)).statusCode).toBe(404)
  await send({ as: name('olga'), method: 'DELETE', url: `/api/2/connections/${id}` })
  expect((await answer(name('vera'), ofOwner)).statusCode).toBe(404)
})

test('people who already have the role keep it and their link stays open, a viewer may become co-owner', async () => {
  const id = await applianceOf([name('olga'), name('vera')])
  const [asViewer, asCoOwner] = [await tokenOf(name('olga'), id), await tokenOf(name('olga'), id, { role: 'CO_OWNER' })]
  expect((await answer(name('olga'), asCoOwner)).json()).toMatchObject({ status: 409, code: 'already-added' })
  expect((await answer(name('vera'), asViewer)).json()).toMatchObject({ status: 409, code: 'already-added' })
  expect((await answer(name('vera'), asCoOwner)).statusCode).toBe(201)
  expect((await connectionOf(name('vera'), id)).role).toBe('CO_OWNER')
  expect((await connectionOf(name('olga'), id)).role).toBe('OWNER')
})

test('an appliance has at most 10 open invitations', async () => {
  const id = await applianceOf([name('olga')])
  for (let made = 0; made < 10; made += 1) await tokenOf(name('olga'), id)
  expect((await invite(name('olga'), id, { role: 'VIEWER' })).json()).toMatchObject({ code: 'invitation-limit' })
  time.ms = start + 7 * dayMs
  expect((await invite(name('olga'), id, { role: 'VIEWER' })).statusCode).toBe(201)
})

test('a person makes at most 20 invitations in a day, also if they cancel them', async () => {
  const ids = [await applianceOf([name('olga')]), await applianceOf([name('olga')]), await applianceOf([name('olga')])]
  const [first = '', second = '', third = ''] = ids
  for (let made = 0; made < 10; made += 1) for (const id of [first, second]) await tokenOf(name('olga'), id)
  expect((await invite(name('olga'), third, { role: 'VIEWER' })).json()).toMatchObject({ status: 409 })
  time.ms = start + dayMs
  expect((await invite(name('olga'), third, { role: 'VIEWER' })).statusCode).toBe(201)
})

test('a person makes at most 20 invitations in a day, also from several appliances at once', async () => {
  const ids = [await applianceOf([name('olga')]), await applianceOf([name('olga')]), await applianceOf([name('olga')])]
  const wanted = Array.from({ length: 24 }, async (_, index) =>
    invite(name('olga'), ids[index % 3] ?? '', { role: 'VIEWER' }),
  )
  const statuses = (await Promise.all(wanted)).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([
    ...Array.from({ length: 20 }, () => 201),
    ...Array.from({ length: 4 }, () => 409),
  ])
})

test('an appliance has at most 20 people by invitation', async () => {
  const id = await applianceOf([name('olga'), ...Array.from({ length: 18 }, (_, index) => name(`viewer${index}`))])
  const [one, other] = [await tokenOf(name('olga'), id), await tokenOf(name('olga'), id)]
  expect((await answer(name('vera'), one)).statusCode).toBe(201)
  expect((await answer(name('vito'), other)).json()).toMatchObject({ code: 'invitation-limit' })
  expect((await invite(name('olga'), id, { role: 'VIEWER' })).json()).toMatchObject({ code: 'invitation-limit' })
})

test('the link is only in the answer: the portal stores a digest, and no answer under an Idempotency-Key', async () => {
  const id = await applianceOf([name('olga')])
  const token = await tokenOf(name('olga'), id)
  for (const table of ['access_invitation', 'kept_answer', 'audit', 'access_event']) {
    const { rows } = await database.pool.query(`select to_jsonb(t)::text as row from ${table} t`)
    expect(JSON.stringify(rows)).not.toContain(token)
  }
})

test('viewers and strangers may not invite, and nobody gives ownership or a past end', async () => {
  const id = await applianceOf([name('olga'), name('vera')])
  expect((await invite(name('vera'), id, { role: 'VIEWER' })).json()).toMatchObject({ code: 'not-allowed-in-role' })
  expect((await invite(name('stranger'), id, { role: 'VIEWER' })).statusCode).toBe(404)
  expect((await invite(name('olga'), id, { role: 'OWNER' })).statusCode).toBe(400)
  expect((await invite(name('olga'), id, { role: 'VIEWER', until: new Date(start).toISOString() })).statusCode).toBe(
    422,
  )
})
