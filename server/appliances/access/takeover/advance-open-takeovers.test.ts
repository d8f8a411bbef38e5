import { afterAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { createAccessFixture } from '#test/access/access-fixture.ts'
import { createServiceFixture } from '#test/service-fixture.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { erasePerson } from '#server/person-erasure.ts'
import { testIssuer } from '#test/test-api.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { transferOwnership } from '../transfer-ownership.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'
import { decideTakeoverForOperator } from './decide-takeover-for-operator.ts'
import { createTakeoverFixture } from '#test/access/takeover-fixture.ts'

const fixture = await createServiceFixture()
const { database, bus, time, send, applianceOf, close } = fixture
const { pool } = database
const { accessOf, noticesOf } = createAccessFixture(fixture)
const { read, prove, handle, cancel, answer, signIn, begin, obey, askedOf } = createTakeoverFixture(fixture)
const persons = createPersonDirectory(database)
const clock = { now: () => time.ms }

const begun = time.ms
let count = 0

/** Returns a name that no other test uses. */
const name = (of: string) => `${of}-${count}`

beforeEach(() => {
  time.ms = begun
  count += 1
})

afterAll(close)

/** Creates an appliance of Olga. She signs in, and `days` days later Nora passes the trial of a takeover. */
async function provenAfter(days: number) {
  const id = await applianceOf([name('olga')])
  await signIn(name('olga'))
  time.ms += days * dayMs
  const { id: takeoverId, nextAt } = await prove(name('nora'), id)
  return { id, takeoverId, until: Date.parse(nextAt ?? '') }
}

const ownerOf = async (who: string, id: string) => (await accessOf(who, id)).people.find(({ role }) => role === 'OWNER')

test('without an objection in 14 days of an owner who is gone, the person becomes the owner, to the millisecond', async () => {
  const { id, takeoverId, until } = await provenAfter(31)
  time.ms = until - 1
  await handle()
  expect(await read(name('nora'), takeoverId)).toMatchObject({ step: 'owner-asked' })
  time.ms = until
  await handle()
  await handle()
  expect(await read(name('nora'), takeoverId)).toMatchObject({ step: 'done', connectionId: id })
  expect(await ownerOf(name('nora'), id)).toMatchObject({ isMe: true })
  expect(await noticesOf(name('nora'))).toEqual(['ownership-begun'])
  expect(await noticesOf(name('olga'))).toEqual(['ownership-ended'])
})

test('the silence of an owner who signed in within the 30 days before is no consent', async () => {
  const { id, takeoverId, until } = await provenAfter(29)
  time.ms = until
  await handle()
  expect(await read(name('nora'), takeoverId)).toMatchObject({ step: 'over', reason: 'not-agreed' })
  expect(await ownerOf(name('olga'), id)).toMatchObject({ isMe: true })
  expect(await noticesOf(name('nora'))).toEqual(['takeover-ended'])
})

test('an owner who signs in after the proof is not gone', async () => {
  const { takeoverId, until } = await provenAfter(100)
  time.ms = until - 1
  await signIn(name('olga'))
  time.ms = until
  await handle()
  expect(await read(name('nora'), takeoverId)).toMatchObject({ step: 'over', reason: 'not-agreed' })
})

test('the proof is recorded while the telephone of the person is offline, and notified once', async () => {
  const id = await applianceOf([name('olga')])
  const { id: takeoverId } = await begin(name('nora'), id)
  for (let request = 0; request < 4; request += 1) await obey(name('nora'), id, takeoverId)
  time.ms += 60_000
  await Promise.all([handle(), handle(), handle()])
  expect(await noticesOf(name('olga'))).toEqual(['takeover-asked'])
  expect(await askedOf(name('olga'), id)).toMatchObject({ id: takeoverId })
})

test('a process that is killed in the middle leaves the takeover for the next one', async () => {
  const id = await applianceOf([name('olga')])
  const { id: takeoverId } = await begin(name('nora'), id)
  for (let request = 0; request < 4; request += 1) await obey(name('nora'), id, takeoverId)
  await expect(handle(async () => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
  expect(await askedOf(name('olga'), id)).toBeNull()
  await handle()
  expect(await noticesOf(name('olga'))).toEqual(['takeover-asked'])
})

test.each([
  ['agrees', true],
  ['objects', false],
])(
  'if the owner %s while the time ends, one of both decides, and the owner is answered accordingly',
  async (_, agree) => {
    for (let round = 0; round < 5; round += 1) {
      count += 1
      time.ms = begun
      const { id, takeoverId, until } = await provenAfter(40)
      time.ms = until
      const [answered] = await Promise.all([answer(name('olga'), id, { id: takeoverId, agree }), handle()])
      const isDone = (await read(name('nora'), takeoverId)).step === 'done'
      const possible = agree ? ['done 204', 'done 404'] : ['done 404', 'open 204']
      expect(possible).toContain(`${isDone ? 'done' : 'open'} ${answered.statusCode}`)
    }
  },
)

test('if the person cancels while the owner agrees, one wins and the other is not found', async () => {
  for (let round = 0; round < 5; round += 1) {
    count += 1
    time.ms = begun
    const { id, takeoverId } = await provenAfter(0)
    const [cancelled, agreed] = await Promise.all([
      cancel(name('nora'), takeoverId),
      answer(name('olga'), id, { id: takeoverId, agree: true }),
    ])
    const isDone = (await read(name('nora'), takeoverId)).step === 'done'
    expect([cancelled.statusCode, agreed.statusCode]).toEqual(isDone ? [404, 204] : [204, 404])
  }
})

test('if the owner removes the appliance meanwhile, the takeover ends, and the person can claim it', async () => {
  const { id, takeoverId } = await provenAfter(0)
  const removed = await send({ as: name('olga'), method: 'DELETE', url: `/api/2/connections/${id}` })
  expect(removed.statusCode).toBe(204)
  expect(await read(name('nora'), takeoverId)).toMatchObject({ step: 'over', reason: 'owner-changed' })
  expect(await noticesOf(name('nora'))).toEqual([])
  await handle()
  expect(await noticesOf(name('nora'))).toEqual(['takeover-ended'])
})

test('if the owner removes the appliance while the time ends, one of both wins', async () => {
  for (let round = 0; round < 5; round += 1) {
    count += 1
    time.ms = begun
    const { id, takeoverId, until } = await provenAfter(40)
    time.ms = until
    const url = `/api/2/connections/${id}`
    const [removed] = await Promise.all([send({ as: name('olga'), method: 'DELETE', url }), handle()])
    const { step, reason } = await read(name('nora'), takeoverId)
    expect([removed.statusCode, step, reason]).toEqual(
      step === 'done' ? [404, 'done', null] : [204, 'over', 'owner-changed'],
    )
  }
})

test('a hand-over meanwhile ends the takeover, which never takes from the successor', async () => {
  const { id, takeoverId, until } = await provenAfter(40)
  const successorId = await persons.personIdOf({ issuer: testIssuer, subject: name('sven') })
  const ownerId = await persons.personIdOf({ issuer: testIssuer, subject: name('olga') })
  const handedOver = { keptIds: [], sharesFaultHistory: false, contractsEndedBy: ownerId, actorId: successorId }
  await inTransaction(pool, async (transaction) =>
    transferOwnership(
      transaction,
      { bus, recordReceipt: createTestReceiptRecorder().record },
      { gatewayId: id, successorId, ...handedOver, now: time.ms },
    ),
  )
  time.ms = until
  await handle()
  expect(await read(name('nora'), takeoverId)).toMatchObject({ step: 'over', reason: 'owner-changed' })
  expect(await ownerOf(name('sven'), id)).toMatchObject({ isMe: true })
})

test('if the owner is erased meanwhile, the takeover ends, and the person is notified', async () => {
  const { takeoverId } = await provenAfter(40)
  const personId = await persons.personIdOf({ issuer: testIssuer, subject: name('olga') })
  await erasePerson({
    pool,
    bus,
    clock,
    recordReceipt: createTestReceiptRecorder().recordWithoutName,
    personId,
    record: async () => {},
  })
  await handle()
  expect(await read(name('nora'), takeoverId)).toMatchObject({ step: 'over', reason: 'owner-changed' })
  expect(await noticesOf(name('nora'))).toEqual(['takeover-ended'])
  expect(await decide(takeoverId, 'grant')).toBe('owner-changed')
})

test('if the person is erased meanwhile, the owner stays', async () => {
  const { id, until } = await provenAfter(40)
  const personId = await persons.personIdOf({ issuer: testIssuer, subject: name('nora') })
  await erasePerson({
    pool,
    bus,
    clock,
    recordReceipt: createTestReceiptRecorder().recordWithoutName,
    personId,
    record: async () => {},
  })
  expect(await askedOf(name('olga'), id)).toBeNull()
  time.ms = until
  await handle()
  expect(await ownerOf(name('olga'), id)).toMatchObject({ isMe: true })
})

const decide = async (takeoverId: string, decision: 'grant' | 'refuse') =>
  decideTakeoverForOperator({
    pool,
    bus,
    clock,
    recordReceipt: createTestReceiptRecorder().record,
    takeoverId,
    decision,
  })

test('an operator grants a takeover to which the owner objected, but none without its proof', async () => {
  const { id, takeoverId } = await provenAfter(0)
  await answer(name('olga'), id, { id: takeoverId, agree: false })
  expect(await decide(takeoverId, 'grant')).toBe('done')
  expect(await ownerOf(name('nora'), id)).toMatchObject({ isMe: true })
  expect(await decide(takeoverId, 'grant')).toBe('over')
  const other = await applianceOf([name('otto')])
  const { id: unproven } = await begin(name('nora'), other)
  expect(await decide(unproven, 'grant')).toBe('not-proven')
})

test('an operator grants a takeover to which an active owner did not agree', async () => {
  const { id, takeoverId, until } = await provenAfter(0)
  time.ms = until
  await handle()
  expect(await read(name('nora'), takeoverId)).toMatchObject({ step: 'over', reason: 'not-agreed' })
  expect(await decide(takeoverId, 'grant')).toBe('done')
  expect(await ownerOf(name('nora'), id)).toMatchObject({ isMe: true })
})

test('an operator gives nobody an appliance who cancelled its takeover', async () => {
  const { id, takeoverId } = await provenAfter(0)
  expect((await cancel(name('nora'), takeoverId)).statusCode).toBe(204)
  expect(await decide(takeoverId, 'grant')).toBe('over')
  expect(await ownerOf(name('olga'), id)).toMatchObject({ isMe: true })
})

test('an operator refuses an open takeover, and grants none of an earlier owner', async () => {
  const { id, takeoverId } = await provenAfter(40)
  expect(await decide(takeoverId, 'refuse')).toBe('done')
  expect(await decide(takeoverId, 'refuse')).toBe('over')
  await handle()
  expect(await read(name('nora'), takeoverId)).toMatchObject({ step: 'over', reason: 'refused' })
  expect(await noticesOf(name('nora'))).toEqual(['takeover-ended'])
  await send({ as: name('olga'), method: 'DELETE', url: `/api/2/connections/${id}` })
  expect(await decide(takeoverId, 'grant')).toBe('owner-changed')
})

test('every step leaves an audit record without codes or names', async () => {
  const { id, takeoverId } = await provenAfter(40)
  await answer(name('olga'), id, { id: takeoverId, agree: true })
  const { rows } = await pool.query<{ action: string; actor: string; row: string }>(
    `select action, actor, to_jsonb(audit)::text as row from audit
     where gateway_id = $1 and action ~ '^(takeover|ownership)-' order by id`,
    [id],
  )
  expect(rows.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    'person takeover-started',
    'portal takeover-proven',
    'person takeover-done',
    'person ownership-ended',
    'person ownership-begun',
  ])
  expect(JSON.stringify(rows)).not.toMatch(/secret-pw|ABCD1234|olga|nora/u)
})
