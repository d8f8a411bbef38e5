import { afterAll, expect, test } from 'vitest'
import type { ProgramDecision } from '#contract/program-decisions.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createPartnersFixture } from '#test/partners/partners-fixture.ts'
import { decideProgram } from './decide-program.ts'

// Specification 27.1: the operator approves, refuses and suspends programs.

const fixture = await createPartnersFixture()
const { pool } = fixture.database
afterAll(fixture.close)

async function decide(programId: string, decision: ProgramDecision, reason: string | null = null) {
  const published: unknown[] = []
  const bus = { publish: async (_: unknown, messages: readonly unknown[]) => void published.push(...messages) }
  const result = await inTransaction(pool, async (transaction) =>
    decideProgram(transaction, bus, { programId, decision, reason, now: new Date() }),
  )
  const { rows } = await pool.query<{ state: string }>({
    text: 'select state from partner_client where id = $1',
    values: [programId],
  })
  return { result, state: rows[0]?.state, published }
}

async function setOf(programId: string, change: string): Promise<void> {
  await pool.query({ text: `update partner_client set ${change} where id = $1`, values: [programId] })
}

const company = "company_name = 'Advice GmbH', register_number = 'FN 1', country = 'AT'"

test.each([
  ['approve', 'requested', 'approved'],
  ['approve', 'suspended', 'approved'],
  ['approve', 'refused', 'approved'],
  ['refuse', 'requested', 'refused'],
  ['suspend', 'sandbox', 'suspended'],
  ['suspend', 'requested', 'suspended'],
  ['suspend', 'approved', 'suspended'],
] as const)('%s: a program that is %s becomes %s', async (decision, before, after) => {
  const { id } = await fixture.registerClient(before)
  await setOf(id, company)
  expect(await decide(id, decision)).toMatchObject({ result: 'done', state: after })
})

test.each([
  { decision: 'approve', before: 'sandbox', change: company, result: 'other-state' },
  { decision: 'approve', before: 'approved', change: company, result: 'other-state' },
  { decision: 'refuse', before: 'approved', change: company, result: 'other-state' },
  { decision: 'suspend', before: 'refused', change: company, result: 'other-state' },
  { decision: 'approve', before: 'requested', change: 'company_name = null', result: 'no-company' },
  {
    decision: 'approve',
    before: 'requested',
    change: `${company}, redirect_uris = '{http://127.0.0.1/}'`,
    result: 'redirect-uri',
  },
] as const)('$decision of a program that is $before changes nothing: $result', async (decided) => {
  const { decision, before, change, result } = decided
  const { id } = await fixture.registerClient(before)
  await setOf(id, change)
  expect(await decide(id, decision)).toMatchObject({ result, state: before, published: [] })
})

test('a suspension ends the grants of a program at once, and an approval lets them count again', async () => {
  const client = await fixture.registerClient()
  await setOf(client.id, company)
  const gatewayId = await fixture.applianceOf('uma')
  const { tokens } = await fixture.tokensFor(client, 'uma', [gatewayId])
  const read = async () => (await fixture.call(tokens.access_token, '/partner/1/appliances')).status
  expect(await read()).toBe(200)
  expect((await decide(client.id, 'suspend')).published).toMatchObject([{ kind: 'service', gatewayId }])
  expect(await read()).toBe(401)
  await decide(client.id, 'approve')
  expect(await read()).toBe(200)
})
