import fc from 'fast-check'
import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose'
import { expect, test } from 'vitest'
import { maxReceiptBytes, formatReceiptFile, type ReceiptPayload, receiptJwsType } from '#contract/receipts.ts'
import { type ReceiptKey, verifyReceipt } from './verify-receipt.ts'

const payload: ReceiptPayload = {
  iss: 'https://portal.example',
  iat: 1_772_359_200,
  jti: '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55',
  schema_version: 'ISO/IEC TS 27560:2023',
  receipt_id: '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55',
  record_id: '0d6b2f3c-1e55-4d0b-8a9c-7f4ae6a23df3',
  kind: 'given',
  pii_principal_id: 'AAAAAAAAAAAAAAAAAAAAAA',
  pii_principal_name: 'Jörg Weiß',
  company_type: 'SUPPORT',
  appliance: { serial: '725954711', type: 'rrc1' },
  pii_processing: [
    {
      purpose: 'remote-control-and-maintenance',
      lawful_basis: 'consent',
      pii_information: [{ pii_type: 'address' }],
      pii_controllers: ['controller'],
      recipient_third_parties: ['recipient'],
      withdrawal_method: 'https://portal.example/appliances',
    },
  ],
  party_identification: [{ party_id: 'recipient', party_role: 'third-party', party_name: 'Huber' }],
  events: [{ event_time: '2026-03-01T10:00:00.000Z', event_type: 'explicit-consent', event_state: 'given' }],
  text_shown: { language: 'de', version: '2', sha256: 'a', text: 'Einwilligung\nJa' },
}

const [own, other] = [await newKey('own'), await newKey('other')]

async function newKey(kid: string): Promise<{ privateKey: CryptoKey; publicKey: ReceiptKey }> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true })
  return { privateKey, publicKey: { ...(await exportJWK(publicKey)), kid } }
}

type Header = { alg: string; kid: string; typ: string }

async function signed(content: object = payload, header: Partial<Header> = {}, key = own): Promise<string> {
  const whole = { alg: 'EdDSA', kid: 'own', typ: receiptJwsType, ...header }
  return new CompactSign(bytesOf(JSON.stringify(content))).setProtectedHeader(whole).sign(key.privateKey)
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

const jws = await signed()
const file = bytesOf(formatReceiptFile(jws, payload))
const keys = [own.publicKey]

const kindOf = async (text: string, accepted: readonly JWK[] = keys) =>
  (await verifyReceipt(bytesOf(text), accepted as ReceiptKey[])).kind

test('it accepts only the exact bytes that the portal writes: the file, or the bare JWS', async () => {
  expect(await verifyReceipt(file, keys)).toEqual({ kind: 'genuine', receipt: payload })
  expect(await kindOf(jws)).toBe('genuine')
  const more = [`${jws}\n`, ` ${jws}`, JSON.stringify({ jws, receipt: payload }), `\uFEFF${jws}`]
  expect(await Promise.all(more.map(async (text) => kindOf(text)))).not.toContain('genuine')
})

test('a receipt with any byte changed is refused', async () => {
  const content = fc.constantFrom(file, bytesOf(jws))
  await fc.assert(
    fc.asyncProperty(content, fc.nat(), fc.integer({ min: 1, max: 255 }), async (original, at, difference) => {
      const changed = Uint8Array.from(original)
      const index = at % changed.length
      changed[index] = (changed[index] ?? 0) ^ difference
      expect((await verifyReceipt(changed, keys)).kind).not.toBe('genuine')
    }),
    { numRuns: 1000 },
  )
})

test('each byte of the signature counts, also the bits that base64url does not need', async () => {
  const last = jws.at(-1) ?? ''
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const others = alphabet.split('').filter((character) => character !== last)
  const kinds = await Promise.all(others.map(async (character) => kindOf(jws.slice(0, -1) + character)))
  expect(new Set(kinds)).toEqual(new Set(['edited']))
})

test('a receipt with another readable payload than the signed one is edited', async () => {
  expect(await kindOf(formatReceiptFile(jws, { ...payload, pii_principal_name: 'Eve' }))).toBe('edited')
})

test('a receipt of another key is refused, also if it names ours', async () => {
  expect(await kindOf(await signed(payload, { kid: 'other' }, other))).toBe('unknown-key')
  expect(await kindOf(await signed(payload, {}, other))).toBe('edited')
})

test('a receipt with another algorithm, or none, is refused', async () => {
  const [, content] = jws.split('.')
  const headed = (alg: string) => btoa(JSON.stringify({ alg, kid: 'own', typ: receiptJwsType })).replaceAll('=', '')
  for (const alg of ['none', 'HS256', 'ES256', 'eddsa']) {
    expect(await kindOf(`${headed(alg)}.${content}.AAAA`)).toBe('wrong-algorithm')
    expect(await kindOf(`${headed(alg)}.${content}.`)).toBe('not-a-receipt')
  }
  const secret = new Uint8Array(32)
  const hashed = await new CompactSign(bytesOf(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'HS256', kid: 'own', typ: receiptJwsType })
    .sign(secret)
  expect(await kindOf(hashed)).toBe('wrong-algorithm')
})

test('a file that is too large, or no receipt, is refused', async () => {
  expect((await verifyReceipt(new Uint8Array(maxReceiptBytes + 1), keys)).kind).toBe('too-large')
  const others = ['', '{', '{}', '[]', '{"jws":1}', 'a.b.c', '…', '{"jws":"a.b.c"}', 'null', `${jws}.more`]
  expect(new Set(await Promise.all(others.map(async (text) => kindOf(text))))).toEqual(new Set(['not-a-receipt']))
  expect((await verifyReceipt(Uint8Array.of(0xff, 0xfe), keys)).kind).toBe('not-a-receipt')
  expect(await kindOf(await signed(payload, { typ: 'JWT' }))).toBe('not-a-receipt')
  expect(await kindOf(await signed({ iss: 'https://portal.example' }))).toBe('not-a-receipt')
})

test('without keys nothing is verified', async () => {
  expect(await kindOf(jws, [])).toBe('no-keys')
})
