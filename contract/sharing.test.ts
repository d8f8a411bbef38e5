import { expect, test } from 'vitest'
import { applianceAuthorizationDetail } from './appliance-authorization-detail.ts'
import { shownTextDigest } from './consent-text.ts'
import { partnerEventRetentionDays, partnerEventQuery } from './partner-events.ts'
import * as webhooks from './partner-webhooks.ts'
import { partnerListQuery, partnerProblem } from './partner.ts'
import * as receipts from './receipts.ts'
import { testAppliancePatch } from './sandbox-api.ts'
import * as sharing from './sharing.ts'

type Schema = { safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } | undefined } }

function isAccepted(schema: unknown, value: unknown): boolean {
  return (schema as Schema).safeParse(value).success
}

const uuid = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'

test('the limits of sharing are those of Specification 27', () => {
  expect([sharing.maxGrantYears, sharing.maxAppliancesPerConsent]).toEqual([5, 200])
  expect([webhooks.maxWebhookEndpoints, webhooks.maxRecoveredEvents]).toEqual([10, 10_000])
  expect([receipts.maxReceiptBytes, partnerEventRetentionDays]).toEqual([65_536, 30])
})

test('a grant ends after its last day, in UTC', () => {
  const end = sharing.endOfGrant('2027-02-28')
  expect(new Date(end).toISOString()).toBe('2027-03-01T00:00:00.000Z')
  expect(sharing.lastDayOfGrant(new Date(end))).toBe('2027-02-28')
  expect(sharing.lastDayOfGrant(new Date('2027-03-01T00:00:00.001Z'))).toBe('2027-03-01')
})

test('the history of a grant is in months, up to 24', () => {
  expect(['P0M', 'P9M', 'P24M'].map(sharing.parseHistoryMonths)).toEqual([0, 9, 24])
  const detail = {
    type: 'appliance',
    actions: ['read'],
    datatypes: ['status'],
    purpose: 'maintenance',
    until: '2027-01-01',
  }
  for (const history of ['P0M', 'P9M', 'P19M', 'P24M'])
    expect(isAccepted(applianceAuthorizationDetail, { ...detail, history })).toBe(true)
  for (const history of ['P25M', 'P1Y', 'xP1M', 'P1Mx', 'P', ''])
    expect(isAccepted(applianceAuthorizationDetail, { ...detail, history })).toBe(false)
  const asked = { ...detail, history: 'P1M' }
  expect(isAccepted(applianceAuthorizationDetail, { ...asked, datatypes: [] })).toBe(false)
  expect(isAccepted(applianceAuthorizationDetail, { ...asked, datatypes: [...sharing.sharedDatatypes] })).toBe(true)
  expect(
    isAccepted(applianceAuthorizationDetail, { ...asked, datatypes: [...sharing.sharedDatatypes, 'status'] }),
  ).toBe(false)
  expect(isAccepted(applianceAuthorizationDetail, { ...asked, more: 1 })).toBe(false)
})

test('an answer to a consent question names up to 200 appliances', () => {
  const ids = (length: number) => ({ accept: true, connectionIds: Array.from({ length }, () => uuid) })
  expect(isAccepted(sharing.sharingAnswer, ids(200))).toBe(true)
  expect(isAccepted(sharing.sharingAnswer, ids(201))).toBe(false)
  expect(isAccepted(sharing.sharingAnswer, { ...ids(1), more: 1 })).toBe(false)
})

test('the shown text is named by its language and digest', () => {
  const shown = { language: 'en', sha256: 'a1'.repeat(32) }
  expect(isAccepted(shownTextDigest, shown)).toBe(true)
  expect(isAccepted(shownTextDigest, { ...shown, more: 1 })).toBe(false)
  for (const sha256 of [`${'a1'.repeat(32)}0`, 'a'.repeat(63), 'A'.repeat(64)])
    expect((shownTextDigest as Schema).safeParse({ ...shown, sha256 }).error?.issues[0]?.message).toBe('pattern')
})

test.each([
  [partnerListQuery, 100, 50],
  [webhooks.partnerDeliveryQuery, 100, 50],
  [partnerEventQuery, 500, 100],
] as const)('a page has a limit and a default: %#', (schema, most, byDefault) => {
  expect((schema as { parse(value: unknown): unknown }).parse({})).toMatchObject({ limit: byDefault })
  expect([1, most].map((limit) => isAccepted(schema, { limit }))).toEqual([true, true])
  expect([0, most + 1, 1.5].map((limit) => isAccepted(schema, { limit }))).toEqual([false, false, false])
  expect(isAccepted(schema, { more: 1 })).toBe(false)
})

test('a cursor has a limited length', () => {
  expect(isAccepted(partnerListQuery, { cursor: 'a'.repeat(100) })).toBe(true)
  expect(isAccepted(partnerListQuery, { cursor: 'a'.repeat(101) })).toBe(false)
  expect([200, 201].map((length) => isAccepted(partnerEventQuery, { after: 'a'.repeat(length) }))).toEqual([
    true,
    false,
  ])
})

test('a webhook endpoint has a URL of up to 500 characters and at least one type of event, or all', () => {
  const url = (length: number) => ({ url: 'a'.repeat(length) })
  expect(webhooks.webhookEndpointRequestBody.parse(url(500))).toEqual({ ...url(500), types: null })
  for (const wrong of [url(0), url(501), { ...url(1), types: [] }, { ...url(1), more: 1 }])
    expect(isAccepted(webhooks.webhookEndpointRequestBody, wrong)).toBe(false)
  expect(isAccepted(webhooks.webhookEndpointPatch, {})).toBe(true)
  expect(isAccepted(webhooks.webhookEndpointPatch, { more: 1 })).toBe(false)
  expect(isAccepted(webhooks.webhookRecoverRequest, { since: '2026-11-26T10:00:00+01:00' })).toBe(true)
})

test('a problem of the partner API may have no errors', () => {
  const problem = { type: 't', title: 't', status: 404, code: 'not-found', fix: 'f', requestId: 'r' }
  expect(isAccepted(partnerProblem, problem)).toBe(true)
})

test('a test appliance gets a fault, a status or silence, and a fault only in a status that has one', () => {
  const codeOf = (change: object) => (testAppliancePatch as Schema).safeParse(change).error?.issues[0]?.message
  expect([{ fault: null }, { silence: true }, { status: 'WORKING' }].map(codeOf)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(codeOf({ fault: 'E104' })).toBeUndefined()
  expect(codeOf({ fault: 'E104', status: 'ERROR' })).toBeUndefined()
  expect(codeOf({ fault: null, status: 'WORKING' })).toBeUndefined()
  expect(codeOf({ fault: 'E104', status: 'WORKING' })).toBe('severity')
  expect(codeOf({})).toBe('required')
  expect(isAccepted(testAppliancePatch, { status: 'OFFLINE' })).toBe(false)
  expect(isAccepted(testAppliancePatch, { silence: true, more: 1 })).toBe(false)
})

test('the file of a receipt has its day, kind and a part of its id in the name, and indented JSON', () => {
  const receipt = { id: '1a2b3c4d-5f0e-7c1a-9d53-0a6b8f1e2d3c', kind: 'given', at: '2026-11-26T10:00:00Z' } as const
  expect(receipts.receiptFileName(receipt)).toBe('2026-11-26-given-1a2b3c4d.json')
  expect(receipts.formatReceiptFile('a.b.c', { jti: 'x' })).toBe(
    '{\n  "jws": "a.b.c",\n  "receipt": {\n    "jti": "x"\n  }\n}\n',
  )
})

test('a receipt may leave out what a consent to a contract does not have', () => {
  const payload = {
    iss: 'i',
    iat: 1,
    jti: 'j',
    schema_version: 'ISO/IEC TS 27560:2023',
    receipt_id: uuid,
    record_id: uuid,
    kind: 'given',
    pii_principal_id: null,
    pii_principal_name: null,
    company_type: 'ASA',
    appliance: { serial: 's', type: 't' },
    pii_processing: [
      {
        purpose: 'notifications',
        lawful_basis: 'consent',
        pii_information: [],
        pii_controllers: [],
        recipient_third_parties: [],
        withdrawal_method: 'w',
      },
    ],
    party_identification: [{ party_id: 'p', party_role: 'third-party', party_name: 'n' }],
    events: [{ event_time: 't', event_type: 'explicit-consent', event_state: 'given' }],
    text_shown: { language: null, version: '1', sha256: null, text: null },
  }
  expect(isAccepted(receipts.receiptPayload, payload)).toBe(true)
})
