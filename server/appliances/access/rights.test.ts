import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessEndpoints } from '#contract/access-endpoints.ts'
import { applianceEndpoints } from '#contract/appliance-endpoints.ts'
import { hourMs } from '#contract/durations.ts'
import { exportEndpoints } from '#contract/export-endpoints.ts'
import { testSticker } from '#test/appliances.ts'
import { receiptEndpoints } from '#contract/receipt-endpoints.ts'
import { berlinAddress, createServiceFixture, viennaAddress } from '#test/service-fixture.ts'
import { takeoverEndpoints } from '#contract/takeover-endpoints.ts'
import { upsertCompanies } from '#server/operator/store.ts'
import { createAccessRequestFixture } from '#test/access/access-request-fixture.ts'
import { createTakeoverFixture } from '#test/access/takeover-fixture.ts'
import { createAccessFixture } from '#test/access/access-fixture.ts'

// Calls each endpoint of the table in Specification 26.6 as each kind of person of the table. After a call that changed
// something, the next person gets a new appliance.

const fixture = await createServiceFixture()
const { database, time, applianceOf, putAddress, send, close } = fixture
const { myself, change, tokenOf, accessOf, handoverToken, pathOf } = createAccessFixture(fixture)
const takeovers = createTakeoverFixture(fixture)
const requests = createAccessRequestFixture(fixture)

const start = time.ms
const [head = [], ...rows] = tableOf('26.6')
const who = head.slice(1) as readonly Who[]
const companyId = '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55'

type Who = 'nobody' | 'stranger' | 'viewer' | 'ended viewer' | 'co-owner' | 'owner' | 'earlier owner'

/** An appliance with one person in each role, and an open invitation with the token of its link. */
type Home = {
  id: string
  names: Record<Who, string>
  token: string
  refs: Record<'owner' | 'other', string>
  invitationId: string
  /** The token of the open hand-over, in the rows that begin one. */
  handoverToken?: string
}

beforeAll(async () => {
  await upsertCompanies(database.pool, [
    {
      id: companyId,
      name: 'Huber',
      email: null,
      phone: null,
      street1: 'Ring 1',
      street2: null,
      postalCode: '1010',
      city: 'Wien',
      country: 'AT',
      brands: ['cedar'],
      acceptsAutomatically: true,
    },
  ])
})

afterAll(close)

let homeCount = 0

type Call = { method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; body?: object }

const contract = { companyId, companyType: 'SUPPORT', permission: 'FULL_ACCESS' }

type Row = { before?: (home: Home) => Promise<unknown>; call(home: Home, me: Who): Promise<Call> }

/** The request for each endpoint of the table. `before` prepares the appliance as its owner. */
const calls: Readonly<Record<string, Row>> = {
  readConnection: { call: async ({ id }) => ({ url: `/api/2/connections/${id}` }) },
  renameConnection: {
    call: async ({ id }) => ({ method: 'PATCH', url: `/api/2/connections/${id}`, body: { name: 'A' } }),
  },
  readHistory: { call: async ({ id }) => ({ url: `/api/2/connections/${id}/history` }) },
  changeAddress: {
    call: async ({ id }) => ({ method: 'PUT', url: `/api/2/connections/${id}/address`, body: berlinAddress }),
  },
  addContract: { before: settle, call: async ({ id }) => ({ method: 'POST', url: companiesOf(id), body: contract }) },
  endContract: {
    before: engage,
    call: async ({ id }) => ({ method: 'DELETE', url: `${companiesOf(id)}/${companyId}` }),
  },
  renewConsent: {
    before: engage,
    call: async ({ id }) => ({ method: 'PATCH', url: `${companiesOf(id)}/${companyId}`, body: {} }),
  },
  readAccess: { call: async ({ id }) => ({ url: pathOf(id) }) },
  listReceipts: { call: async ({ id }) => ({ url: receiptsOf(id) }) },
  "readReceipt of the owner's consent": {
    before: engage,
    call: async ({ id, names }) => ({ url: `${receiptsOf(id)}/${await firstReceipt(names.owner, id)}` }),
  },
  listDataExports: { call: async ({ id }) => ({ url: exportsOf(id) }) },
  requestDataExport: {
    call: async ({ id }) => ({ method: 'POST', url: exportsOf(id), body: { sources: ['HCC'] } }),
  },
  "downloadDataExport of the owner's file": {
    before: makeExport,
    call: async ({ id }) => ({ url: `/api/2/eu-data-act/${id}/files/${await exportFileOf(id)}` }),
  },
  readExportChart: { call: async ({ id }) => ({ url: `/api/2/eu-data-act/${id}/chart` }) },
  changeAskFirst: { call: async ({ id }) => ({ method: 'PATCH', url: pathOf(id), body: { askFirst: true } }) },
  endSharing: {
    before: share,
    call: async ({ id }) => ({ method: 'DELETE', url: `${pathOf(id)}/grants/${await grantOf(id)}` }),
  },
  'answerRequest by accepting': { before: requests.ask, call: requests.accepting },
  'answerRequest by declining': { before: requests.ask, call: requests.declining },
  'changePerson of a viewer': {
    call: async ({ id, refs }) => ({
      method: 'PATCH',
      url: `${pathOf(id)}/people/${refs.other}`,
      body: { role: 'CO_OWNER' },
    }),
  },
  'changePerson of the owner': {
    call: async ({ id, refs }) => ({
      method: 'PATCH',
      url: `${pathOf(id)}/people/${refs.owner}`,
      body: { role: 'VIEWER' },
    }),
  },
  'removePerson of another viewer': {
    call: async ({ id, refs }) => ({ method: 'DELETE', url: `${pathOf(id)}/people/${refs.other}` }),
  },
  'removePerson of the owner': {
    call: async ({ id, refs }) => ({ method: 'DELETE', url: `${pathOf(id)}/people/${refs.owner}` }),
  },
  'removePerson of themself': {
    call: async ({ id, names }, me) => ({
      method: 'DELETE',
      url: `${pathOf(id)}/people/${await refOf(names[me], id)}`,
    }),
  },
  invitePerson: {
    call: async ({ id }) => ({ method: 'POST', url: `${pathOf(id)}/invitations`, body: { role: 'VIEWER' } }),
  },
  resendInvitation: {
    call: async ({ id, invitationId }) => ({ method: 'POST', url: `${pathOf(id)}/invitations/${invitationId}/resend` }),
  },
  cancelInvitation: {
    call: async ({ id, invitationId }) => ({ method: 'DELETE', url: `${pathOf(id)}/invitations/${invitationId}` }),
  },
  readActivity: { call: async ({ id }) => ({ url: `/api/2/connections/${id}/activity` }) },
  readInvitation: { call: async ({ token }) => ({ url: `/api/2/invitations/${token}` }) },
  answerInvitation: {
    call: async ({ token }) => ({ method: 'POST', url: `/api/2/invitations/${token}`, body: { accept: true } }),
  },
  startTakeover: {
    before: async ({ id }) => takeovers.switchTo(id, true),
    call: async ({ id }) => ({
      method: 'POST',
      url: takeovers.path,
      body: { type: 'rrc1', credentials: { ...testSticker, serial: await takeovers.serialOf(id) } },
    }),
  },
  "readTakeover of another's": {
    before: askOwner,
    call: async ({ id }) => ({ url: `${takeovers.path}/${await takeoverOf(id)}` }),
  },
  "cancelTakeover of another's": {
    before: askOwner,
    call: async ({ id }) => ({ method: 'DELETE', url: `${takeovers.path}/${await takeoverOf(id)}` }),
  },
  'answerTakeover by objecting': { before: askOwner, call: async ({ id }) => answering(id, false) },
  'answerTakeover by agreeing': { before: askOwner, call: async ({ id }) => answering(id, true) },
  startHandover: { call: async ({ id }) => ({ method: 'POST', url: handoverOf(id), body: {} }) },
  readHandover: { before: handOver, call: async ({ id }) => ({ url: handoverOf(id) }) },
  cancelHandover: { before: handOver, call: async ({ id }) => ({ method: 'DELETE', url: handoverOf(id) }) },
  'readInvitation of a hand-over': {
    before: handOver,
    call: async ({ handoverToken: token }) => ({ url: `/api/2/invitations/${token}` }),
  },
  'answerInvitation of a hand-over': {
    before: handOver,
    call: async ({ handoverToken: token }) => ({
      method: 'POST',
      url: `/api/2/invitations/${token}`,
      body: { accept: true },
    }),
  },
  deleteConnection: { call: async ({ id }) => ({ method: 'DELETE', url: `/api/2/connections/${id}` }) },
}

for (const [name = '', ...expected] of rows) {
  test(`${name} is allowed and refused as in the table`, async () => {
    const row = calls[name]
    if (!row) throw new Error(`No call for ${name}`)
    const seen: string[] = []
    let home: Home | null = null
    for (const me of who) {
      home ??= await preparedHome(name, row)
      const call = await row.call(home, me)
      const answer = await send(me === 'nobody' ? call : { ...call, as: home.names[me] })
      seen.push(wordOf(answer.statusCode))
      const isChanged = call.method !== undefined && answer.statusCode < 300
      if (isChanged) home = null
    }
    expect(seen).toEqual(expected)
  })
}

test('the table has every endpoint about one appliance and about invitations', () => {
  const paths = {
    ...accessEndpoints,
    ...applianceEndpoints,
    ...takeoverEndpoints,
    ...receiptEndpoints,
    ...exportEndpoints,
  }
  const concerned = Object.entries(paths).filter(([, { path }]) =>
    /:(?:id|applianceId|gatewayId|token|takeoverId)\b/u.test(path),
  )
  const named = new Set(rows.map(([name = '']) => name.split(' ')[0]))
  expect(concerned.map(([name]) => name).filter((name) => !named.has(name))).toEqual([])
})

async function preparedHome(row: string, { before }: Row): Promise<Home> {
  const home = await createHome(`${row}-${homeCount++}`)
  await before?.(home)
  return home
}

async function createHome(label: string): Promise<Home> {
  time.ms = start
  const name = (of: string) => `${of}-${label}`.replaceAll(/\W/gu, '-')
  const names = Object.fromEntries(who.map((each) => [each, name(each)])) as Record<Who, string>
  const id = await applianceOf([names['earlier owner']])
  await send({ as: names['earlier owner'], method: 'DELETE', url: `/api/2/connections/${id}` })
  await join(id, [names.owner, names['co-owner'], names.viewer, names['ended viewer'], name('other')])
  await change(names.owner, id, { personRef: await refOf(names['co-owner'], id), body: { role: 'CO_OWNER' } })
  const until = new Date(start + hourMs).toISOString()
  await change(names.owner, id, { personRef: await refOf(names['ended viewer'], id), body: { until } })
  const refs = { owner: await refOf(names.owner, id), other: await refOf(name('other'), id) }
  const token = await tokenOf(names.owner, id)
  const [invitation] = (await accessOf(names.owner, id)).invitations
  time.ms = start + 2 * hourMs
  return { id, names, token, refs, invitationId: invitation?.id ?? '' }
}

/** Adds the appliance to the lists of these people, with the codes of its sticker. */
async function join(id: string, people: readonly string[]): Promise<void> {
  const { rows: found } = await database.pool.query<{ serial: string }>('select serial from gateway where id = $1', [
    id,
  ])
  const credentials = { serial: found[0]?.serial, access: 'ABCD1234efgh5678', userPwd: 'secret-pw' }
  for (const as of people) {
    const body = { type: 'rrc1', brands: ['cedar'], credentials }
    expect((await send({ as, method: 'POST', url: '/api/2/connections', body })).statusCode).toBe(201)
  }
}

/**
 * Returns the reference to this person, as the API returns it to them. For a person without access, returns a made-up
 * reference.
 */
async function refOf(name: string, id: string): Promise<string> {
  return myself(name, id).then(
    ({ personRef }) => personRef,
    () => 'a'.repeat(22),
  )
}

async function settle({ id, names }: Home): Promise<void> {
  await putAddress(names.owner, id, viennaAddress)
}

async function handOver(home: Home): Promise<void> {
  home.handoverToken = await handoverToken(home.names.owner, home.id)
}

function handoverOf(id: string): string {
  return `/api/2/connections/${id}/handover`
}

async function engage(home: Home): Promise<void> {
  await settle(home)
  const added = await send({ as: home.names.owner, method: 'POST', url: companiesOf(home.id), body: contract })
  expect(added.statusCode).toBe(201)
}

/** Stores a takeover whose person has passed the trial, so that the owner can answer it. */
async function askOwner({ id, names }: Home): Promise<void> {
  const claimant = `claimant of ${names.owner}`
  await database.pool.query(`insert into person (issuer, subject) values ('https://i.example', $1)`, [claimant])
  await database.pool.query(
    `insert into takeover (gateway_id, person_id, owner_id, owner_since, started_at, waits_ms, proven_at, decided_at)
     select $1, p.id, c.person_id, c.owner_since, $3, '{1,1,1,1}', $3, $3::timestamptz + interval '14 days'
     from person p join connection c on c.gateway_id = $1 and c.owner_since is not null where p.subject = $2`,
    [id, claimant, new Date(time.ms)],
  )
}

async function takeoverOf(id: string): Promise<string> {
  const { rows: found } = await database.pool.query<{ id: string }>('select id from takeover where gateway_id = $1', [
    id,
  ])
  return found[0]?.id ?? ''
}

async function answering(id: string, agree: boolean): Promise<Call> {
  return { method: 'POST', url: `${pathOf(id)}/takeovers/${await takeoverOf(id)}`, body: { agree } }
}

function companiesOf(id: string): string {
  return `/api/2/connections/${id}/companies`
}

function receiptsOf(id: string): string {
  return `/api/2/connections/${id}/receipts`
}

function exportsOf(id: string): string {
  return `/api/2/eu-data-act/${id}/requests`
}

/** Requests an export as the owner and marks its file as ready. */
async function makeExport({ id, names }: Home): Promise<void> {
  const asked = await send({ as: names.owner, method: 'POST', url: exportsOf(id), body: { sources: ['HCC'] } })
  expect(asked.statusCode).toBe(201)
  await database.pool.query(
    `update data_export_file f set state = 'READY', bytes = 2, rows = 0, sha256 = repeat('a', 64), expires_at = $2
     from data_export e where e.id = f.export_id and e.gateway_id = $1`,
    [id, new Date(time.ms + hourMs)],
  )
}

async function exportFileOf(id: string): Promise<string> {
  const queryResult = await database.pool.query<{ id: string }>(
    'select f.id from data_export_file f join data_export e on e.id = f.export_id where e.gateway_id = $1',
    [id],
  )
  return queryResult.rows[0]?.id ?? ''
}

async function firstReceipt(as: string, id: string): Promise<string | undefined> {
  const list = await send({ as, url: receiptsOf(id) })
  return list.json<{ items: { id: string }[] }>().items[0]?.id
}

function wordOf(status: number): string {
  if (status === 401) return '-'
  return status < 300 ? 'yes' : String(status)
}

/** Returns the cells of the table in a section of the specification, without the backticks of code. */
function tableOf(section: string): string[][] {
  const from = readFileSync('docs/specification/26-access.md', 'utf8').split(`## ${section} `)[1] ?? ''
  const [text = ''] = from.split('\n## ')
  const lines = text.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| -'))
  return lines.map((line) =>
    line
      .replaceAll('`', '')
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** Stores a grant of the owner for a third party. */
async function share({ id }: Home): Promise<void> {
  const at = new Date(time.ms)
  await database.pool.query(
    `with client as (
       insert into partner_client (name, contact_email, redirect_uris, state, terms_version, created_at)
       values ('Warm Advice', 'a@example.com', '{}', 'approved', '1', $2) returning id
     )
     insert into partner_grant (client_id, gateway_id, person_id, authorization_id, datatypes, history_months, purpose,
       created_at, ends_at)
     select client.id, $1, c.person_id, 'authorization', '{status}', 0, 'maintenance', $2, $2::timestamptz + interval '1 day'
     from client join connection c on c.gateway_id = $1 and c.owner_since is not null`,
    [id, at],
  )
}

async function grantOf(id: string): Promise<string> {
  const queryResult = await database.pool.query<{ id: string }>('select id from partner_grant where gateway_id = $1', [
    id,
  ])
  return queryResult.rows[0]?.id ?? ''
}
