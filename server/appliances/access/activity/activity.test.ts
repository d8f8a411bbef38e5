import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type ActivityEntry, type ActivityList, activityList } from '#contract/activity.ts'
import { dayMs, minuteMs } from '#contract/durations.ts'
import { berlinAddress, createServiceFixture } from '#test/service-fixture.ts'
import { claimBodyOf } from '#test/appliances.ts'
import { erasePerson } from '#server/person-erasure.ts'
import { testIssuer } from '#test/test-api.ts'
import { createAccessFixture } from '#test/access/access-fixture.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'

const fixture = await createServiceFixture()
const { daily, database, bus, time, send, applianceOf, putAddress, close } = fixture
const { pool } = database
const { accessOf, myself, change, remove, invite, tokenOf, answer, pathOf } = createAccessFixture(fixture)

const start = time.ms
let count = 0

beforeEach(() => {
  time.ms = start
})

afterAll(close)

/** Creates an appliance with an owner and viewers, each with their role as name. */
async function shared(...viewers: string[]) {
  count += 1
  const names = Object.fromEntries(['Olga', ...viewers].map((name) => [name, `${name}-${count}`]))
  const [owner = '', ...others] = Object.values(names)
  for (const [name, subject] of Object.entries(names))
    await pool.query('insert into person (issuer, subject, first_name, email) values ($1, $2, $3, $4)', [
      testIssuer,
      subject,
      name,
      `${name}@secret.example`,
    ])
  const id = await applianceOf([owner])
  for (const as of others) {
    time.ms += minuteMs
    await claim(as, id)
  }
  time.ms += minuteMs
  return { id, owner, names, nameOf: (name: string) => names[name] ?? '' }
}

async function claim(as: string, id: string): Promise<void> {
  const { rows } = await pool.query<{ serial: string }>('select serial from gateway where id = $1', [id])
  const body = claimBodyOf(rows[0]?.serial ?? '', { brands: ['cedar'] })
  expect((await send({ as, method: 'POST', url: '/api/2/connections', body })).statusCode).toBe(201)
}

async function listOf(as: string, id: string, query = ''): Promise<ActivityList> {
  const answered = await send({ as, url: `/api/2/connections/${id}/activity${query}` })
  expect([answered.statusCode, answered.body]).toEqual([200, expect.not.stringContaining('secret.example')])
  return activityList.parse(answered.json())
}

/** Returns the activity of an appliance as texts, newest first: 'Olga: access-changed of Vera'. */
async function storyOf(as: string, id: string): Promise<string[]> {
  return (await listOf(as, id)).items.map((entry) => `${wordFor(entry.actor)}: ${entry.kind}${otherOf(entry)}`)
}

function otherOf({ details }: ActivityEntry): string {
  return 'person' in details && details.person ? ` of ${wordFor(details.person)}` : ''
}

function wordFor(who: ActivityEntry['actor']): string {
  if ('isMe' in who) return who.isMe ? 'me' : (who.name ?? 'nameless')
  return 'name' in who ? who.name : who.type
}

test('owner and co-owners read claims, roles, invitations and changes of the settings, newest first', async () => {
  const { id, owner, nameOf } = await shared('Vera', 'Max')
  const [vera, max] = [nameOf('Vera'), nameOf('Max')]
  const body = { role: 'CO_OWNER', until: new Date(start + dayMs).toISOString() }
  await change(owner, id, { personRef: (await myself(vera, id)).personRef, body })
  time.ms += minuteMs
  await remove(vera, id, (await myself(max, id)).personRef)
  await invite(owner, id, { role: 'VIEWER' })
  await putAddress(owner, id, berlinAddress)
  const [open] = (await accessOf(owner, id)).invitations
  await send({ as: owner, method: 'DELETE', url: `${pathOf(id)}/invitations/${open?.id}` })
  expect(await storyOf(owner, id)).toEqual([
    'me: invitation-cancelled',
    'me: address-added',
    'me: invitation-created',
    'Vera: access-removed of Max',
    'me: access-changed of Vera',
    'Max: access-given',
    'Vera: access-given',
    'me: appliance-claimed',
  ])
  expect((await storyOf(vera, id)).slice(3)).toEqual([
    'me: access-removed of Max',
    'Olga: access-changed of me',
    'Max: access-given',
    'me: access-given',
  ])
  const changed = (await listOf(owner, id)).items.find(({ kind }) => kind === 'access-changed')
  expect(changed).toMatchObject({ at: new Date(time.ms - minuteMs).toISOString(), details: body })
})

test('a person who left keeps the name of that time, others have the present one', async () => {
  const { id, owner, nameOf } = await shared('Vera', 'Max')
  await remove(nameOf('Max'), id, (await myself(nameOf('Max'), id)).personRef)
  await pool.query(`update person set first_name = first_name || ' New' where subject = any ($1)`, [
    [nameOf('Vera'), nameOf('Max')],
  ])
  expect(await storyOf(owner, id)).toEqual([
    'Max: access-left',
    'Max: access-given',
    'Vera New: access-given',
    'me: appliance-claimed',
  ])
})

test('who declines an invitation stays without a name, who accepts it has one', async () => {
  const { id, owner, nameOf } = await shared('Vera')
  const stranger = await shared('Nina')
  await answer(stranger.nameOf('Nina'), await tokenOf(owner, id), false)
  await answer(nameOf('Vera'), await tokenOf(owner, id, { role: 'CO_OWNER' }))
  const { items } = await listOf(owner, id)
  expect(items.map(({ kind, actor }) => `${wordFor(actor)}: ${kind}`).slice(0, 4)).toEqual([
    'Vera: access-given',
    'me: invitation-created',
    'nameless: invitation-declined',
    'me: invitation-created',
  ])
  expect(items[0]).toMatchObject({ details: { role: 'CO_OWNER', way: 'invitation' } })
})

test('an erased person has no name, neither as who acted nor as whom it was about', async () => {
  const { id, owner, nameOf } = await shared('Vera')
  const body = { role: 'CO_OWNER' }
  await change(owner, id, { personRef: (await myself(nameOf('Vera'), id)).personRef, body })
  const { rows } = await pool.query<{ id: string }>('select id from person where subject = $1', [nameOf('Vera')])
  const personId = rows[0]?.id ?? ''
  const clock = { now: () => time.ms }
  const recordReceipt = createTestReceiptRecorder().recordWithoutName
  await erasePerson({ pool, bus, clock, personId, recordReceipt, record: async () => {} })
  expect(await storyOf(owner, id)).toEqual([
    'erased-person: access-left',
    'me: access-changed of erased-person',
    'erased-person: access-given',
    'me: appliance-claimed',
  ])
  const left = `select from audit where gateway_id = $1 and ('Vera' in (person_name, other_name) or audit::text like $2)`
  expect((await pool.query(left, [id, `%${personId}%`])).rowCount).toBe(0)
})

test('the owner sees when a person last viewed the appliance, also if that person has signed out', async () => {
  const { id, owner, nameOf } = await shared('Vera')
  const lastSeen = async () => (await accessOf(owner, id)).people.map((person) => person.lastSeen)
  expect(await lastSeen()).toEqual([null, null])
  await send({ as: nameOf('Vera'), url: `/api/2/connections/${id}/history` })
  await daily.idle()
  expect(await lastSeen()).toEqual([null, new Date(time.ms).toISOString()])
  await pool.query('update connection set owner_since = $1 where gateway_id = $2 and owner_since is not null', [
    new Date(time.ms + minuteMs),
    id,
  ])
  expect(await lastSeen()).toEqual([null, null])
})

test('a new owner sees nothing from before, an earlier owner nothing at all', async () => {
  const { id, owner, nameOf } = await shared('Vera')
  await putAddress(owner, id, berlinAddress)
  await send({ as: owner, method: 'DELETE', url: `/api/2/connections/${id}` })
  const buyer = `Bert-${count}`
  await claim(buyer, id)
  const seen = await listOf(buyer, id)
  expect(seen.items.map(({ kind }) => kind)).toEqual(['appliance-claimed'])
  expect(JSON.stringify(seen)).not.toMatch(/Olga|Vera/u)
  for (const as of [owner, nameOf('Vera')])
    expect((await send({ as, url: `/api/2/connections/${id}/activity` })).statusCode).toBe(404)
})

test('a contract is an entry with its company, also when the company answers', async () => {
  const { id, owner } = await shared()
  const contract = { company: 'Huber', companyType: 'SUPPORT' }
  await pool.query(
    `insert into audit (at, actor, action, gateway_id, details, outcome)
     values ($1, 'company', 'contract-accepted', $2, $3, 'done')`,
    [new Date(time.ms), id, contract],
  )
  expect((await listOf(owner, id)).items[0]).toMatchObject({
    kind: 'contract-accepted',
    actor: { type: 'company', name: 'Huber' },
    details: contract,
  })
})

test('pages of any size have each entry once, also those of one moment', async () => {
  const { id, owner } = await shared()
  await pool.query(
    `insert into audit (at, actor, action, gateway_id, outcome)
     select $1::timestamptz + (n / 7) * interval '1 microsecond', 'portal', 'address-changed', $2, 'done'
     from generate_series(1, 60) as n`,
    [new Date(time.ms), id],
  )
  const all = (await listOf(owner, id, '?limit=100')).items.map((entry) => entry.id)
  expect(all).toHaveLength(61)
  const size = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 })
  const everyPaging = fc.asyncProperty(size, async (sizes) => {
    const seen: string[] = []
    for (let page = 0, more = true; more; page++) {
      const before = seen.length === 0 ? '' : `&before=${seen.at(-1)}`
      const { items, hasMore } = await listOf(owner, id, `?limit=${sizes[page % sizes.length]}${before}`)
      seen.push(...items.map((entry) => entry.id))
      more = hasMore
    }
    expect(seen).toEqual(all)
  })
  await fc.assert(everyPaging, { numRuns: 8 })
})

test('of 10,000 entries a page reads only its own', async () => {
  const { id, owner } = await shared()
  await pool.query(
    `insert into audit (at, actor, action, gateway_id, outcome)
     select $1::timestamptz + n * interval '1 second', 'portal', 'address-changed', $2, 'done'
     from generate_series(1, 10000) as n`,
    [new Date(time.ms), id],
  )
  await pool.query('analyze audit')
  const { items, hasMore } = await listOf(owner, id)
  expect([items.length, hasMore, items[0]?.at]).toEqual([30, true, new Date(time.ms + 10_000_000).toISOString()])
  const oldest = await listOf(owner, id, `?limit=100&before=${(time.ms + 20_000) * 1000}-1`)
  expect([oldest.items.length, oldest.hasMore, oldest.items.at(-1)?.kind]).toEqual([20, false, 'appliance-claimed'])
})

test.each(['?limit=0', '?limit=101', '?before=x', '?before=1', '?before=99999999999999999999-1', '?after=1'])(
  'the query %s is refused',
  async (query) => {
    const { id, owner } = await shared()
    expect((await send({ as: owner, url: `/api/2/connections/${id}/activity${query}` })).statusCode).toBe(400)
  },
)
