import { createHash } from 'node:crypto'
import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consentTextOf } from '#contract/consent-text.ts'
import { type ListedReceipt, receiptPayload } from '#contract/receipts.ts'
import { upsertCompanies, upsertSupportCompanies } from '#server/operator/store.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'
import { toPublicJwk } from '#server/service-changes/consents/receipt-signing-key.ts'
import { readTexts } from '#texts/read-texts.ts'
import { createServiceFixture, viennaAddress } from '#test/service-fixture.ts'

const { database, time, send, putAddress, applianceOf, close } = await createServiceFixture()
const { pool } = database
const companyId = '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55'
const supportId = '33333333-1e55-4d0b-8a9c-7f4ae6a23df3'
const keys = createLocalJWKSet({ keys: [toPublicJwk(createTestReceiptRecorder().key)] })

beforeAll(async () => {
  await upsertCompanies(pool, [
    {
      id: companyId,
      name: 'Huber',
      email: 'huber@example.com',
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
  await upsertSupportCompanies(pool, [
    { id: supportId, country: 'AT', brand: 'cedar', url: 'https://support.example/cedar/at' },
  ])
})

afterAll(close)

type Consent = { companyId: string; companyType: 'SUPPORT' | 'ASA'; shown?: { language: string; sha256: string } }

const provider: Consent = { companyId, companyType: 'SUPPORT' }
const support: Consent = { companyId: supportId, companyType: 'ASA' }

const companiesOf = (id: string) => `/api/2/connections/${id}/companies`
const give = async (as: string, id: string, consent: Consent) =>
  send({ as, method: 'POST', url: companiesOf(id), body: { ...consent, permission: 'FULL_ACCESS' } })
const withdraw = async (as: string, id: string, company: string) =>
  send({ as, method: 'DELETE', url: `${companiesOf(id)}/${company}` })

async function home(...people: string[]): Promise<string> {
  const id = await applianceOf(people)
  expect((await putAddress(people[0] ?? '', id, viennaAddress)).statusCode).toBe(200)
  return id
}

async function listOf(as: string, id: string): Promise<ListedReceipt[]> {
  const answer = await send({ as, url: `/api/2/connections/${id}/receipts` })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ items: ListedReceipt[] }>().items
}

async function read(as: string, id: string, receiptId: string | undefined) {
  return send({ as, url: `/api/2/connections/${id}/receipts/${receiptId}` })
}

async function newest(as: string, id: string) {
  const [latest] = await listOf(as, id)
  const answer = await read(as, id, latest?.id)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/jose'])
  const { payload } = await compactVerify(answer.body, keys, { algorithms: ['EdDSA'] })
  return receiptPayload.parse(JSON.parse(Buffer.from(payload).toString()))
}

function textOf(companyType: 'SUPPORT' | 'ASA', language: 'de' | 'fr', brand = 'Brand cedar'): string {
  const texts = { ...readTexts('page', language), ...readTexts('tabs', language) }
  return consentTextOf(companyType, brand, (id) => texts[id].replaceAll('{brand}', brand))
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('each consent and each withdrawal gives a receipt, signed in its transaction', async () => {
  const id = await home('olga')
  await pool.query(`update person set first_name = 'Olga', last_name = 'Novak', country = 'AT' where subject = 'olga'`)
  const text = textOf('SUPPORT', 'de')
  const shown = { language: 'de', sha256: digestOf(text) }
  expect((await give('olga', id, { ...provider, shown })).statusCode).toBe(201)
  const given = await newest('olga', id)
  expect(given).toMatchObject({
    iss: 'https://portal.example',
    schema_version: 'ISO/IEC TS 27560:2023',
    kind: 'given',
    pii_principal_name: 'Olga Novak',
    company_type: 'SUPPORT',
    pii_processing: [
      {
        purpose: 'remote-control-and-maintenance',
        privacy_notice: 'https://portal.example/policies/de/AT/privacy',
        pii_information: [{ pii_type: 'contact-details' }, { pii_type: 'address' }, { pii_type: 'appliance-data' }],
        withdrawal_method: 'https://portal.example/appliances',
      },
    ],
    party_identification: [
      { party_role: 'pii-controller', party_name: 'Brand cedar' },
      { party_role: 'third-party', party_name: 'Huber', party_address: 'Ring 1, 1010 Wien AT' },
    ],
    events: [{ event_state: 'given', event_time: new Date(time.ms).toISOString() }],
    text_shown: { language: 'de', version: '2', sha256: digestOf(text), text },
  })
  time.ms += 1000
  expect((await withdraw('olga', id, companyId)).statusCode).toBe(204)
  const withdrawn = await newest('olga', id)
  expect(withdrawn).toMatchObject({
    kind: 'withdrawn',
    record_id: given.record_id,
    events: [{ event_state: 'withdrawn', reason: 'withdrawn' }],
    text_shown: given.text_shown,
  })
  expect((await listOf('olga', id)).map(({ kind, companyName }) => [kind, companyName])).toEqual([
    ['withdrawn', 'Huber'],
    ['given', 'Huber'],
  ])
})

test('the header of a receipt has its type, the algorithm and the key', async () => {
  const id = await home('olga')
  await give('olga', id, provider)
  const { body } = await read('olga', id, (await listOf('olga', id))[0]?.id)
  expect(decodeProtectedHeader(body)).toEqual({
    alg: 'EdDSA',
    typ: 'consent-receipt+jwt',
    kid: createTestReceiptRecorder().key.kid,
  })
})

test('a text is recognised in each language and spelling, with the name of the brand', async () => {
  const id = await home('olga')
  const texts = [textOf('ASA', 'fr'), textOf('ASA', 'de').replaceAll('ß', 'ss'), textOf('ASA', 'de')]
  for (const [index, text] of texts.entries()) {
    time.ms += 1000
    const shown = { language: index === 0 ? 'fr' : 'de', sha256: digestOf(text) }
    expect((await give('olga', id, { ...support, shown })).statusCode).toBe(201)
    expect((await newest('olga', id)).text_shown).toMatchObject({ text, language: shown.language })
    await withdraw('olga', id, supportId)
  }
})

test('a consent to a text that the portal does not have is refused with consent-text-changed, and leaves nothing', async () => {
  const id = await home('olga')
  const wrong = [digestOf('another text'), digestOf(textOf('SUPPORT', 'fr')), digestOf(textOf('ASA', 'de'))]
  for (const sha256 of wrong) {
    const answer = await give('olga', id, { ...provider, shown: { language: 'de', sha256 } })
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'consent-text-changed' }])
  }
  expect(await listOf('olga', id)).toEqual([])
  const { rows } = await pool.query('select from contract where gateway_id = $1', [id])
  expect(rows).toEqual([])
})

test('the receipt of a client that does not say what it has shown has no text', async () => {
  const id = await home('olga')
  await give('olga', id, provider)
  expect((await newest('olga', id)).text_shown).toMatchObject({ version: '2', sha256: null, text: null })
})

test('a renewed consent gives a receipt, an unchanged one does not', async () => {
  const id = await home('olga')
  await give('olga', id, provider)
  await pool.query(`update contract set consent_version = '1' where gateway_id = $1`, [id])
  const shown = { language: 'de', sha256: digestOf(textOf('SUPPORT', 'de')) }
  for (const _ of [1, 2]) {
    time.ms += 1000
    const url = `${companiesOf(id)}/${companyId}`
    expect((await send({ as: 'olga', method: 'PATCH', url, body: { shown } })).statusCode).toBe(200)
  }
  expect((await listOf('olga', id)).map(({ kind }) => kind)).toEqual(['renewed', 'given'])
  expect((await newest('olga', id)).text_shown.text).toBe(textOf('SUPPORT', 'de'))
})

test('if a receipt cannot be signed or stored, the consent is not changed', async () => {
  const id = await home('olga')
  await give('olga', id, provider)
  await pool.query('alter table receipt add constraint broken check (at is null) not valid')
  expect((await withdraw('olga', id, companyId)).statusCode).toBe(500)
  expect((await send({ as: 'olga', method: 'DELETE', url: `/api/2/connections/${id}` })).statusCode).toBe(500)
  await pool.query('alter table receipt drop constraint broken')
  const { rows } = await pool.query('select ended_at from contract where gateway_id = $1', [id])
  expect(rows).toEqual([{ ended_at: null }])
})

test('the consents that end with the appliance give receipts; a successor never sees those of an earlier owner', async () => {
  const id = await home('anna')
  await give('anna', id, provider)
  await give('anna', id, support)
  const [before] = await listOf('anna', id)
  time.ms += 1000
  await send({ as: 'anna', method: 'DELETE', url: `/api/2/connections/${id}` })
  const { rows } = await pool.query<{ jws: string }>(
    `select jws from receipt where gateway_id = $1 and kind = 'withdrawn'`,
    [id],
  )
  expect(rows.map(({ jws }) => receiptPayload.parse(decodeJwt(jws)).events[0]?.reason)).toEqual([
    'appliance-removed',
    'appliance-removed',
  ])
  expect((await read('anna', id, before?.id)).statusCode).toBe(404)
  const { rows: gateways } = await pool.query<{ serial: string }>('select serial from gateway where id = $1', [id])
  const credentials = { serial: gateways[0]?.serial, access: 'ABCD1234efgh5678', userPwd: 'secret-pw' }
  const claim = { type: 'rrc1', brands: ['cedar'], credentials }
  for (const as of ['berta', 'anna']) await send({ as, method: 'POST', url: '/api/2/connections', body: claim })
  expect(await listOf('berta', id)).toEqual([])
  expect((await read('berta', id, before?.id)).statusCode).toBe(404)
  // Anna is a viewer now, and still sees the receipts of her own consents.
  expect(await listOf('anna', id)).toHaveLength(4)
  expect((await read('anna', id, before?.id)).statusCode).toBe(200)
})

test('the owner and co-owners see the receipts of their own time, viewers only those of their own consents', async () => {
  const id = await home('olga', 'vera')
  await give('olga', id, provider)
  expect([(await listOf('olga', id)).length, (await listOf('vera', id)).length]).toEqual([1, 0])
  await pool.query(
    `update connection set co_owner_since = now() from person p where p.id = person_id and subject = 'vera' and gateway_id = $1`,
    [id],
  )
  expect(await listOf('vera', id)).toHaveLength(1)
  await withdraw('vera', id, companyId)
  await pool.query(`update connection set co_owner_since = null where gateway_id = $1`, [id])
  expect((await listOf('vera', id)).map(({ kind }) => kind)).toEqual(['withdrawn'])
  expect(await listOf('olga', id)).toHaveLength(2)
})
