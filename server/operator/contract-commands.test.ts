import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { BusMessage } from '#server/live/bus/bus.ts'
import { createTestDatabase } from '#test/database.ts'
import { type ContractAnswer, answerContract } from './answer-contract.ts'
import { runOperatorCommand } from './main.ts'
import { testOperatorDependencies } from '#test/operator.ts'

const { pool, url, close } = await createTestDatabase()
const now = Date.parse('2026-03-01T10:00:00Z')
const busMessages: BusMessage[] = []
const bus = { publish: async (_: unknown, messages: readonly BusMessage[]) => void busMessages.push(...messages) }

beforeEach(async () => {
  await pool.query('truncate gateway, company cascade')
  busMessages.length = 0
})

afterAll(close)

async function contract(status = 'PENDING'): Promise<{ id: string; gatewayId: string }> {
  const { rows } = await pool.query<{ id: string; gatewayId: string }>(
    `with g as (
       insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
       values ('123456789', 'rrc1', 'BOILER', 'cedar', sha256('a'), sha256('b')) returning id
     ), o as (
       insert into company values (gen_random_uuid(), 'Huber', null, null, '{Ring 1}', '1010', 'Wien', 'AT', '{cedar}', false)
       returning id
     )
     insert into contract (gateway_id, company_type, company_id, status, permission, consent_version, consent_language,
       consented_at, created_at)
     select g.id, 'SUPPORT', o.id, $1, 'FULL_ACCESS', '1', 'de', $2, $2 from g, o
     returning id, gateway_id as "gatewayId"`,
    [status, new Date(now - 60_000)],
  )
  return rows[0] ?? { id: '', gatewayId: '' }
}

async function stateOf(id: string) {
  const { rows } = await pool.query(
    `select status, answered_at, (select array_agg(kind) from service_event e where e.contract_id = k.id) as events
     from contract k where id = $1`,
    [id],
  )
  return rows[0]
}

const answer = async (contractId: string, said: ContractAnswer) =>
  answerContract({ pool, bus, clock: { now: () => now }, contractId, answer: said })

const audits: object[] = []
const by = { actor: 'operator', operator: 'tester' }

/** Runs a command like `npm run portal`, and returns its exit code and its output. */
async function run(...args: string[]): Promise<{ code: number; said: string[]; complained: string[] }> {
  const [said, complained]: [string[], string[]] = [[], []]
  audits.length = 0
  const code = await runOperatorCommand({
    args,
    env: { DATABASE_URL: url },
    printLine: (line) => void said.push(line),
    printError: (line) => void complained.push(line),
    record: (audit) => void audits.push(audit),
    ...testOperatorDependencies,
  })
  return { code, said, complained }
}

test.each([
  ['accept', 'ACTIVE', 'contract-accepted'],
  ['decline', 'DECLINED', 'contract-declined'],
] as const)('a company may %s a pending contract, and the pages receive the change', async (said, status, event) => {
  const { id, gatewayId } = await contract()
  expect(await answer(id, said)).toEqual({ kind: 'answered', gatewayId })
  expect(await stateOf(id)).toEqual({ status, answered_at: new Date(now), events: [event] })
  expect(busMessages).toEqual([{ kind: 'service', gatewayId }])
})

test.each(['ACTIVE', 'DECLINED'])('a contract that is %s stays as it is', async (status) => {
  const { id } = await contract(status)
  expect(await answer(id, 'accept')).toMatchObject({ kind: 'not-pending', status })
  expect(await stateOf(id)).toEqual({ status, answered_at: null, events: null })
  expect(busMessages).toEqual([])
})

test('a contract that has ended and one that does not exist cannot be answered', async () => {
  const { id } = await contract()
  await pool.query('update contract set ended_at = now()')
  expect(await answer(id, 'accept')).toMatchObject({ kind: 'not-pending', hasEnded: true })
  expect(await answer(randomUUID(), 'accept')).toEqual({ kind: 'unknown' })
})

test('a contract that is accepted and declined at the same time gets one answer', async () => {
  const { id } = await contract()
  const results = await Promise.all([answer(id, 'accept'), answer(id, 'decline'), answer(id, 'accept')])
  expect(results.filter(({ kind }) => kind === 'answered')).toHaveLength(1)
  expect((await stateOf(id)).events).toHaveLength(1)
})

test('an operator lists pending contracts, answers one, and sees errors', async () => {
  const { id } = await contract()
  expect(await run('contract', 'list')).toMatchObject({
    code: 0,
    said: [`${id}  2026-03-01T09:59:00.000Z  123456789  Huber`],
  })
  expect(await run('contract', 'accept', id)).toEqual({ code: 0, said: ['The contract is accepted.'], complained: [] })
  expect(await run('contract', 'decline', id)).toMatchObject({
    code: 1,
    complained: ['The contract is ACTIVE; only a pending one can be accepted or declined.'],
  })
  expect(await run('contract', 'list')).toMatchObject({ code: 0, said: ['No contract waits for its company.'] })
  expect(await run('contract', 'accept', '1')).toMatchObject({
    code: 1,
    complained: [expect.stringContaining('no id')],
  })
  expect(await run('contract', 'accept', randomUUID())).toMatchObject({
    code: 1,
    complained: [expect.stringContaining('No contract')],
  })
})

test('each answer for a company leaves an audit line, and so does a rejected one', async () => {
  const { id, gatewayId } = await contract()
  await run('contract', 'accept', id)
  expect(audits).toEqual([{ ...by, action: 'contract-accept', contractId: id, gatewayId, outcome: 'done' }])
  await run('contract', 'decline', id)
  expect(audits).toEqual([{ ...by, action: 'contract-decline', contractId: id, outcome: 'not-pending' }])
  await run('contract', 'list')
  expect(audits).toEqual([])
})

test.each([
  [],
  ['contract'],
  ['contract', 'accept'],
  ['contract', 'eat', 'x'],
  ['import', 'x', 'y'],
  ['a', 'b', 'c', 'd'],
])('an invalid command shows the usage: %j', async (...args) => {
  const { code, complained } = await run(...args.filter((arg) => typeof arg === 'string'))
  expect([code, complained[0]]).toEqual([2, expect.stringMatching(/^Usage: node scripts\/portal\.mjs /u)])
})
