import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { receiptPayload } from '#contract/receipts.ts'
import type { BusMessage } from './live/bus/bus.ts'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from './database/transaction.ts'
import { erasePerson } from './person-erasure.ts'
import { runOperatorCommand } from './operator/main.ts'
import { recordCommand } from './operator/record-command.ts'
import { testOperatorDependencies } from '#test/operator.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'

const { pool, url, close } = await createTestDatabase()
const busMessages: BusMessage[] = []
const bus = { publish: async (_: unknown, messages: readonly BusMessage[]) => void busMessages.push(...messages) }

beforeEach(async () => {
  await pool.query('truncate person, gateway, audit cascade')
  busMessages.splice(0)
})

afterAll(close)

async function run(...args: string[]) {
  const [lines, audits]: [string[], object[]] = [[], []]
  const printLine = (line: string): void => void lines.push(line)
  const record = (audit: object): void => void audits.push(audit)
  const code = await runOperatorCommand({
    ...testOperatorDependencies,
    args,
    env: { DATABASE_URL: url },
    printLine,
    printError: printLine,
    operator: 'olga',
    record,
    erase: async ({ pool: db, personId, recordAs }) =>
      erasePerson({
        pool: db,
        bus,
        clock: { now: () => Date.now() },
        personId,
        recordReceipt: createTestReceiptRecorder().recordWithoutName,
        record: async (transaction, details) =>
          recordCommand(transaction, recordAs, { action: 'person-erase', details, outcome: 'done' }),
      }),
  })
  return { code, lines, text: lines.join('\n'), audits }
}

/** Adds Ann, who owns a gateway and is signed in. The mail server has refused an email to her. */
async function household(): Promise<{ personId: string; gatewayId: string }> {
  const [personId, gatewayId] = [randomUUID(), randomUUID()]
  await pool.query(
    `insert into person (id, issuer, subject, email, contact_email, first_name, country)
     values ($1, 'https://identity.example', 'ann', 'Ann@example.com', 'ann@home.example', 'Ann', 'AT')`,
    [personId],
  )
  await pool.query(
    `insert into gateway (id, serial, type, appliance_type, brand, claim_digest, device_key_digest)
     values ($1, '725954711', 'rrc1', 'BOILER', 'cedar', sha256('a'), sha256('b'))`,
    [gatewayId],
  )
  await pool.query(
    'insert into connection (person_id, gateway_id, added_at, owner_since) values ($1, $2, now(), now())',
    [personId, gatewayId],
  )
  await pool.query(`insert into address values ($1, '{Ring 1}', '1010', 'Wien', 'AT')`, [gatewayId])
  await pool.query(
    `insert into session (id_digest, person_id, access_token, access_expires_at, renew_at, id_token, created_at, expires_at, renewed_at)
     values ('digest', $1, '', now(), now(), '', now(), now() + interval '1 day', now())`,
    [personId],
  )
  await pool.query(
    `with n as (
       insert into notice (person_id, gateway_id, event, brand, dedupe, in_portal, created_at)
       values ($1, $2, '{"kind": "fault"}', 'cedar', 'x', true, now()) returning id
     )
     insert into outbox (person_id, channel, notice_id, state, created_at, due_at, tries, ended_at, last_answer)
     select $1, 'mail', id, 'UNDELIVERABLE', now(), now(), 3, now(), '550 no such mailbox' from n`,
    [personId, gatewayId],
  )
  await pool.query(
    `insert into audit (at, actor, person_id, session, action, gateway_id, serial, outcome, request_id, address)
     values (now(), 'person', $1, 'a1b2', 'addConnection', $2, '725954711', 'done', 'r1', '192.0.2.7')`,
    [personId, gatewayId],
  )
  return { personId, gatewayId }
}

test('an operator sees why a person got no email: its outcome, and the answer of the mail server', async () => {
  const { personId } = await household()
  for (const name of ['ann@EXAMPLE.com', 'ann@home.example', personId]) {
    const { code, text, audits } = await run('person', name)
    expect(code).toBe(0)
    expect(text).toContain(personId)
    expect(text).toMatch(/fault +725954711 +mail +UNDELIVERABLE +3 .*550 no such mailbox/u)
    expect(text).toMatch(/Sessions +1\n/u)
    expect(text).not.toContain('Ring 1')
    expect(audits).toMatchObject([{ actor: 'operator', operator: 'olga', action: 'person-show', personId }])
  }
  expect(await run('person', 'nobody@example.com')).toMatchObject({ code: 1, audits: [] })
})

test('an operator sees the state of a gateway, and its people by reference only', async () => {
  const { personId, gatewayId } = await household()
  const { code, text } = await run('gateway', '725-954-711')
  expect(code).toBe(0)
  expect(text).toContain(gatewayId)
  expect(text).toContain(personId)
  expect(text).toContain('has never reported')
  expect(text).not.toMatch(/ann@|Ann|Ring 1|digest/iu)
  expect(await run('gateway', '999999999')).toMatchObject({ code: 1 })
})

test('an operator queries the audit of a person and of a gateway, as a table or as JSON', async () => {
  const { personId } = await household()
  for (const whose of ['ann@example.com', personId, '725954711']) {
    const { code, lines } = await run('audit', whose)
    expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^at +actor +personId/u)])
    expect(lines.join('\n')).toMatch(/addConnection .* done +r1 +192\.0\.2\.7/u)
  }
  const { lines } = await run('audit', '725954711', '--json', '--limit', '1')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ actor: 'operator', action: 'audit-show' })
  expect((await run('audit', personId, '--since', '2999-01-01')).lines).toEqual(['There is no record.'])
  expect(await run('audit', 'nobody@example.com')).toMatchObject({ code: 1 })
})

test.each([
  ['audit'],
  ['audit', 'x', '--since', 'yesterday'],
  ['audit', 'x', '--limit', '0'],
  ['audit', 'x', '--yes'],
  ['person'],
  ['person', 'x', 'y'],
  ['gateway', 'x', '--json'],
  ['person', 'erase', 'x', '--json'],
])('%j %j %j %j shows the usage', async (...args) => {
  const { code, lines } = await run(...args.filter((each) => typeof each === 'string'))
  expect([code, lines[0]]).toEqual([2, expect.stringMatching(/^Usage/u)])
})

test('a person is erased only after the operator confirms, and then permanently', async () => {
  const { personId, gatewayId } = await household()
  expect(await run('person', 'erase', 'ann@example.com')).toMatchObject({ code: 1, audits: [] })
  expect((await pool.query('select from person')).rowCount).toBe(1)
  const erased = await run('person', 'erase', 'ann@example.com', '--yes')
  expect(erased).toMatchObject({ code: 0, lines: ['Erased: 1 appliances were given back, 1 sessions ended.'] })
  for (const table of ['person', 'connection', 'address', 'session', 'notice', 'outbox'])
    expect((await pool.query(`select from ${table}`)).rowCount, table).toBe(0)
  expect((await pool.query('select from gateway')).rowCount).toBe(1)
  expect(busMessages).toContainEqual({ kind: 'session-ended', personId, tokenDigests: [] })
  expect(busMessages).toContainEqual({ kind: 'access', gatewayId })
  const { rows } = await pool.query(
    'select action, person_id, session, address, request_id, details from audit order by id',
  )
  expect(rows).toEqual([
    { action: 'addConnection', person_id: null, session: null, address: null, request_id: null, details: {} },
    {
      action: 'person-erase',
      person_id: null,
      session: null,
      address: null,
      request_id: null,
      details: { appliances: 1, sessions: 1 },
    },
  ])
  expect(JSON.stringify(erased.audits)).not.toContain(personId)
})

test('receipts with the name of an erased person lose their content, and the receipt of the end has no name', async () => {
  const { personId, gatewayId } = await household()
  const contractId = await contractOf(gatewayId, personId)
  const { record } = createTestReceiptRecorder()
  await inTransaction(pool, async (transaction) =>
    record(transaction, { personId, contractId, kind: 'given', shown: 'Text', now: new Date() }),
  )
  expect((await run('person', 'erase', personId, '--yes')).code).toBe(0)
  const { rows } = await pool.query<{ kind: string; jws: string | null; person_id: string | null; bytes: number }>(
    'select kind, jws, person_id, length(digest) as bytes from receipt order by at',
  )
  expect(rows.map(({ kind, person_id, bytes }) => [kind, person_id, bytes])).toEqual([
    ['given', null, 32],
    ['withdrawn', null, 32],
  ])
  expect(rows[0]?.jws).toBe(null)
  expect(receiptPayload.parse(decodeJwt(rows[1]?.jws ?? ''))).toMatchObject({
    pii_principal_name: null,
    events: [{ reason: 'account-deleted' }],
  })
})

async function contractOf(gatewayId: string, personId: string): Promise<string> {
  const company = randomUUID()
  await pool.query(
    `insert into company (id, name, street, postal_code, city, country, brands, accepts_automatically)
     values ($1, 'Huber', '{Ring 1}', '1010', 'Wien', 'AT', '{cedar}', true)`,
    [company],
  )
  const { rows } = await pool.query<{ id: string }>(
    `insert into contract (gateway_id, company_type, company_id, status, permission, consent_version, consent_language,
       consented_at, consented_by, created_at)
     values ($1, 'SUPPORT', $2, 'ACTIVE', 'FULL_ACCESS', '1', 'de', now(), $3, now()) returning id`,
    [gatewayId, company, personId],
  )
  return rows[0]?.id ?? ''
}

test('the programs of an erased developer are deleted, unless they are approved', async () => {
  const { personId } = await household()
  await pool.query(
    `insert into partner_client (developer_id, name, contact_email, redirect_uris, state, terms_version, created_at)
     select $1, state, 'ann@home.example', '{}', state, '1', now()
     from unnest('{sandbox,requested,approved,refused,suspended}'::text[]) as state`,
    [personId],
  )
  await run('person', 'erase', 'ann@example.com', '--yes')
  const { rows } = await pool.query('select name, developer_id from partner_client')
  expect(rows).toEqual([{ name: 'approved', developer_id: null }])
})
