import { afterAll, beforeEach, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/durations.ts'
import { handoverValidDays } from '#contract/handover.ts'
import { createServiceFixture, unknownId, viennaAddress } from '#test/service-fixture.ts'
import { createAccessFixture } from '#test/access/access-fixture.ts'

const fixture = await createServiceFixture()
const { database, time, signIn, send, applianceOf, connectionOf, putAddress, close } = fixture
const access = createAccessFixture(fixture)
const { accessOf, myself, change, read, answer, noticesOf, handOver, handoverToken, readHandover, cancelHandover } =
  access

const start = time.ms
let count = 0

/** Returns a name that no other test uses. */
const name = (of: string) => `${of}-${count}`

beforeEach(() => {
  time.ms = start
  signIn.ageMs = 0
  count += 1
})

afterAll(close)

async function ownerOf(id: string): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ subject: string }>(
    `select p.subject from connection c join person p on p.id = c.person_id where gateway_id = $1 and owner_since is not null`,
    [id],
  )
  expect(rows.length).toBeLessThanOrEqual(1)
  return rows[0]?.subject
}

test('the owner starts a hand-over, sees that it is open and until when, and cancels it', async () => {
  const id = await applianceOf([name('olga')])
  const expiresAt = new Date(start + handoverValidDays * dayMs).toISOString()
  const started = await handOver(name('olga'), id, { shareFaultHistory: true })
  expect([started.statusCode, started.json()]).toEqual([
    201,
    { url: expect.stringMatching(/^https:\/\/portal\.example\/join\/[\w-]{43}$/u), expiresAt },
  ])
  const open = { startedAt: new Date(start).toISOString(), expiresAt, shareFaultHistory: true }
  expect((await readHandover(name('olga'), id)).json()).toEqual(open)
  expect((await accessOf(name('olga'), id)).handover).toEqual(open)
  expect((await cancelHandover(name('olga'), id)).statusCode).toBe(204)
  for (const answered of [await readHandover(name('olga'), id), await cancelHandover(name('olga'), id)])
    expect(answered.statusCode).toBe(404)
  expect((await accessOf(name('olga'), id)).handover).toBeNull()
})

test('a hand-over needs a sign-in of the last 10 minutes', async () => {
  const id = await applianceOf([name('olga')])
  signIn.ageMs = 10 * minuteMs
  expect((await handOver(name('olga'), id)).json()).toMatchObject({ status: 403, code: 'sign-in-too-old' })
  expect((await handOver(name('stranger'), id)).statusCode).toBe(404)
  signIn.ageMs = 10 * minuteMs - 1
  expect((await handOver(name('olga'), id)).statusCode).toBe(201)
})

test('an appliance has one open hand-over at a time, also if two pages start one at once', async () => {
  const id = await applianceOf([name('olga')])
  const started = await Promise.all([handOver(name('olga'), id), handOver(name('olga'), id)])
  expect(started.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([201, 409])
  expect((await handOver(name('olga'), id)).json()).toMatchObject({ code: 'handover-open' })
  time.ms = start + handoverValidDays * dayMs
  expect((await handOver(name('olga'), id)).statusCode).toBe(201)
})

test('only the owner hands over, reads and cancels, and others learn of no appliance that is not theirs', async () => {
  const id = await applianceOf([name('olga'), name('cora'), name('vera')])
  await change(name('olga'), id, {
    personRef: (await myself(name('cora'), id)).personRef,
    body: { role: 'CO_OWNER' },
  })
  await handOver(name('olga'), id)
  for (const call of [handOver, readHandover, cancelHandover]) {
    for (const as of ['cora', 'vera'])
      expect((await call(name(as), id)).json()).toMatchObject({ status: 403, code: 'not-allowed-in-role' })
    expect((await call(name('stranger'), id)).statusCode).toBe(404)
    expect((await call(name('olga'), unknownId)).statusCode).toBe(404)
  }
  expect((await accessOf(name('cora'), id)).handover).not.toBeNull()
  expect((await accessOf(name('vera'), id)).handover).toBeNull()
  expect((await handOver(name('olga'), id, { to: 'nora' })).statusCode).toBe(400)
})

test('the link offers the ownership with the people who may be kept, and no serial number', async () => {
  const id = await applianceOf([name('olga'), name('vera'), name('nora')])
  await putAddress(name('olga'), id, viennaAddress)
  await database.pool.query(`update person set first_name = 'Olga' where subject = $1`, [name('olga')])
  const { personRef } = await myself(name('vera'), id)
  const preview = await read(name('nora'), await handoverToken(name('olga'), id))
  expect(preview.json()).toEqual({
    kind: 'handover',
    inviter: 'Olga',
    appliance: { type: 'BOILER', city: 'Wien' },
    role: 'OWNER',
    until: null,
    keeps: [{ personRef, name: null, role: 'VIEWER' }],
  })
  expect(preview.body).not.toContain((await connectionOf(name('olga'), id)).credentials.serial)
})

test('a stranger, a viewer or a co-owner accepts, and keeps whom they choose', async () => {
  for (const successor of ['nora', 'vera', 'cora']) {
    count += 1
    const id = await applianceOf([name('olga'), name('cora'), name('vera'), name('vito')])
    const personRef = (await myself(name('cora'), id)).personRef
    await change(name('olga'), id, { personRef, body: { role: 'CO_OWNER' } })
    const kept = (await myself(name('vito'), id)).personRef
    const token = await handoverToken(name('olga'), id)
    const own = (await read(name(successor), token)).json<{ keeps: { personRef: string }[] }>().keeps
    expect(own).toHaveLength(successor === 'nora' ? 3 : 2)
    const accepted = await answer(name(successor), token, [kept, 'A'.repeat(22)])
    expect([accepted.statusCode, accepted.json()]).toEqual([201, { connectionId: id, companies: [] }])
    const people = (await accessOf(name(successor), id)).people
    expect(people).toMatchObject([
      { role: 'OWNER', isMe: true },
      { role: 'VIEWER', personRef: kept },
    ])
    expect((await answer(name(successor), token)).json()).toMatchObject({ status: 404, reason: 'used' })
    expect((await read(name('olga'), token)).json()).not.toHaveProperty('reason')
  }
})

test('the owner does not accept their own hand-over, and it stays open', async () => {
  const id = await applianceOf([name('olga')])
  const token = await handoverToken(name('olga'), id)
  expect((await answer(name('olga'), token)).json()).toMatchObject({ status: 409, code: 'already-added' })
  expect((await answer(name('nora'), token)).statusCode).toBe(201)
})

test('a declined hand-over ends, and the owner is notified', async () => {
  const id = await applianceOf([name('olga')])
  const token = await handoverToken(name('olga'), id)
  expect((await answer(name('nora'), token, false)).json()).toEqual({ connectionId: null, companies: [] })
  expect((await answer(name('nora'), token)).statusCode).toBe(404)
  expect(await ownerOf(id)).toBe(name('olga'))
  expect(await noticesOf(name('olga'))).toEqual(['handover-declined'])
})

test('reading the link changes nothing, also if an email scanner opens it', async () => {
  const id = await applianceOf([name('olga')])
  const token = await handoverToken(name('olga'), id)
  for (const as of ['nora', 'scanner', 'olga']) expect((await read(name(as), token)).statusCode).toBe(200)
  expect([await ownerOf(id), (await readHandover(name('olga'), id)).statusCode]).toEqual([name('olga'), 200])
})

test('guessed, expired, cancelled and declined links, and those of a removed appliance look the same', async () => {
  const guessed = 'A'.repeat(43)
  const [toCancel, toRemove] = [await applianceOf([name('olga')]), await applianceOf([name('olga')])]
  const [cancelled, removed] = [
    await handoverToken(name('olga'), toCancel),
    await handoverToken(name('olga'), toRemove),
  ]
  await cancelHandover(name('olga'), toCancel)
  await send({ as: name('olga'), method: 'DELETE', url: `/api/2/connections/${toRemove}` })
  const id = await applianceOf([name('olga')])
  const declined = await handoverToken(name('olga'), id)
  await answer(name('nora'), declined, false)
  const expired = await handoverToken(name('olga'), id)
  time.ms = start + handoverValidDays * dayMs
  for (const token of [guessed, cancelled, removed, declined, expired]) {
    const notFound = { type: 'about:blank', title: 'Not found', status: 404, code: 'not-found' }
    expect((await read(name('stranger'), token)).json()).toEqual(notFound)
    expect((await answer(name('stranger'), token)).json()).toEqual(notFound)
  }
})

test('a link expires to the second', async () => {
  const id = await applianceOf([name('olga')])
  const token = await handoverToken(name('olga'), id)
  time.ms = start + handoverValidDays * dayMs - 1
  expect((await read(name('nora'), token)).statusCode).toBe(200)
  time.ms += 1
  expect((await answer(name('nora'), token)).statusCode).toBe(404)
})

test('if two people accept one link at once, one becomes the owner and the other is not found', async () => {
  for (let round = 0; round < 5; round += 1) {
    count += 1
    const id = await applianceOf([name('olga')])
    const token = await handoverToken(name('olga'), id)
    const answers = await Promise.all([answer(name('nora'), token), answer(name('paul'), token)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([201, 404])
    expect(await ownerOf(id)).toBe(name(answers[0].statusCode === 201 ? 'nora' : 'paul'))
  }
})

test('if the owner cancels while a person accepts, one of them wins and the other is not found', async () => {
  for (let round = 0; round < 5; round += 1) {
    count += 1
    const id = await applianceOf([name('olga')])
    const token = await handoverToken(name('olga'), id)
    const [cancelled, accepted] = await Promise.all([cancelHandover(name('olga'), id), answer(name('nora'), token)])
    const isAccepted = (await ownerOf(id)) === name('nora')
    expect([cancelled.statusCode, accepted.statusCode]).toEqual(isAccepted ? [404, 201] : [204, 404])
  }
})

test('if the owner removes the appliance while a person accepts, one of them wins and the other is not found', async () => {
  for (let round = 0; round < 5; round += 1) {
    count += 1
    const id = await applianceOf([name('olga')])
    const token = await handoverToken(name('olga'), id)
    const [removed, accepted] = await Promise.all([
      send({ as: name('olga'), method: 'DELETE', url: `/api/2/connections/${id}` }),
      answer(name('nora'), token),
    ])
    const owner = await ownerOf(id)
    expect([removed.statusCode, accepted.statusCode]).toEqual(owner === name('nora') ? [404, 201] : [204, 404])
  }
})

test('a hand-over that expires is over once, and the owner is notified', async () => {
  const id = await applianceOf([name('olga')])
  await handOver(name('olga'), id)
  time.ms = start + handoverValidDays * dayMs - 1
  expect(await noticesOf(name('olga'))).toEqual([])
  time.ms += 1
  for (let run = 0; run < 2; run += 1) expect(await noticesOf(name('olga'))).toEqual(['handover-expired'])
  const { rows } = await database.pool.query(
    `select from audit where gateway_id = $1 and action = 'handover-expired'`,
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('a hand-over that ended otherwise does not expire', async () => {
  const id = await applianceOf([name('olga')])
  await handOver(name('olga'), id)
  await cancelHandover(name('olga'), id)
  const token = await handoverToken(name('olga'), id)
  await answer(name('nora'), token)
  time.ms = start + handoverValidDays * dayMs
  expect(await noticesOf(name('olga'))).toEqual(['ownership-ended'])
  expect(await noticesOf(name('nora'))).toEqual(['ownership-begun'])
})

test('the link is only in the answer: the portal stores a digest, and no answer under an Idempotency-Key', async () => {
  const id = await applianceOf([name('olga')])
  const token = await handoverToken(name('olga'), id)
  for (const table of ['handover', 'kept_answer', 'audit', 'access_event']) {
    const { rows } = await database.pool.query(`select to_jsonb(t)::text as row from ${table} t`)
    expect(JSON.stringify(rows)).not.toContain(token)
  }
})
