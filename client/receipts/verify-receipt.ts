import { compactVerify, type JWK } from 'jose'
import { parseJson } from '#contract/parse-json.ts'
import {
  maxReceiptBytes,
  receiptAlgorithm,
  formatReceiptFile,
  receiptPayload,
  type ReceiptPayload,
  receiptJwsType,
} from '#contract/receipts.ts'
import { jwsPartToBinary, jwsPartToText } from './jws-part.ts'

/** A public key that verifies receipts. RFC 7517. */
export type ReceiptKey = JWK & { kid: string }

/** The reasons why a file is not a genuine receipt. */
export const receiptFlaws = [
  'too-large',
  'not-a-receipt',
  'wrong-algorithm',
  'no-keys',
  'unknown-key',
  'unsupported-browser',
  'edited',
] as const

export type ReceiptFlaw = (typeof receiptFlaws)[number]

export type ReceiptVerdict = { kind: 'genuine'; receipt: ReceiptPayload } | { kind: ReceiptFlaw }

/**
 * Verifies a receipt. The input is the file that a person downloads from the portal, or only the JWS in that file. The
 * input must be byte for byte as the portal writes it, because a change outside the signature must also be detected.
 * The check needs no network. Specification 26.11.
 */
export async function verifyReceipt(file: Uint8Array, keys: readonly ReceiptKey[]): Promise<ReceiptVerdict> {
  if (file.byteLength > maxReceiptBytes) return { kind: 'too-large' }
  const text = textOf(file)
  const jws = text === null ? null : jwsIn(text)
  const parts = jws === null ? null : partsOf(jws)
  if (text === null || jws === null || parts === null) return { kind: 'not-a-receipt' }
  const { header, payload } = parts
  if (header['alg'] !== receiptAlgorithm) return { kind: 'wrong-algorithm' }
  if (keys.length === 0) return { kind: 'no-keys' }
  const key = keys.find(({ kid }) => kid === header['kid'])
  if (!key) return { kind: 'unknown-key' }
  const isSigned = await isSignedBy(jws, key)
  if (isSigned === null) return { kind: 'unsupported-browser' }
  if (!isSigned || !isAsWritten(text, jws, payload)) return { kind: 'edited' }
  const receipt = receiptPayload.safeParse(payload)
  return receipt.success ? { kind: 'genuine', receipt: receipt.data } : { kind: 'not-a-receipt' }
}

function textOf(file: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

function jwsIn(text: string): string | null {
  if (!text.startsWith('{')) return text
  const { jws } = objectIn(text) ?? {}
  return typeof jws === 'string' ? jws : null
}

/** Parses a compact JWS with the type of receipts. Returns null for any other text. */
function partsOf(jws: string): { header: Record<string, unknown>; payload: unknown } | null {
  const parts = jws.split('.')
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/u.test(part))) return null
  const [header = null, payload = null] = parts.map((part) => objectIn(jwsPartToText(part)))
  return header?.['typ'] === receiptJwsType && payload !== null ? { header, payload } : null
}

function objectIn(text: string): Record<string, unknown> | null {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null ? { ...value } : null
}

/**
 * Whether the key has signed the JWS. Returns null if the browser lacks the algorithm, or has no cryptography because
 * the page has no HTTPS.
 */
async function isSignedBy(jws: string, key: ReceiptKey): Promise<boolean | null> {
  try {
    await compactVerify(jws, key, { algorithms: [receiptAlgorithm] })
    return true
  } catch (error) {
    if (isUnsupported(error)) return null
    if (error instanceof Error) return false
    throw error
  }
}

function isUnsupported(error: unknown): boolean {
  return !('subtle' in crypto) || (error instanceof DOMException && error.name === 'NotSupportedError')
}

/**
 * Whether the file is exactly as the portal writes it. This check is needed because the same bytes can have several
 * forms in base64url.
 */
function isAsWritten(text: string, jws: string, payload: unknown): boolean {
  const isCanonical = jws.split('.').every((part) => encoded(jwsPartToBinary(part)) === part)
  return isCanonical && (text === jws || text === formatReceiptFile(jws, payload))
}

function encoded(binary: string): string {
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
