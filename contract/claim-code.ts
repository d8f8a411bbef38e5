import { type ClaimForm, claimForm } from './claim.ts'
import { isPlainLine } from './text-schemas.ts'

/**
 * The result of parsing a scanned code.
 * - `claim`: the valid values of a sticker.
 * - `damaged`: the code begins like that of a sticker, but is invalid.
 * - `foreign`: any other code.
 */
export type ParsedClaimCode = { kind: 'claim'; values: ClaimForm } | { kind: 'damaged' } | { kind: 'foreign' }

const prefix = 'gateway:claim?'

/**
 * The maximum length of a sticker's code in characters. The length is sufficient for three values of maximum length,
 * even if each character of the password is encoded as twelve characters.
 */
const maxCodeLength = 2_048

/** The names of the values in the code, in the order of the sticker, each with the form field that gets the value. */
const names = { serial: 'serialNumber', access: 'accessCode', password: 'userPassword' } as const

const damage = { kind: 'damaged' } as const

/** Returns the text of a sticker's QR code. Specification 2.7. */
export function formatClaimCode(values: ClaimForm): string {
  const pairs = Object.entries(names).map(([name, field]) => `${name}=${encodeURIComponent(values[field])}`)
  return `${prefix}${pairs.join('&')}`
}

/**
 * Parses the text of any code. The code of a sticker has exactly three values, percent-encoded and valid for the
 * form. No value of an invalid or foreign code is returned. Specification 2.7 and 5.2; RFC 3986.
 */
export function parseClaimCode(text: string): ParsedClaimCode {
  if (!text.startsWith(prefix)) return { kind: 'foreign' }
  if (text.length > maxCodeLength) return damage
  const values = valuesOf(text.slice(prefix.length))
  const { data } = claimForm.safeParse(values)
  return data && Object.values(data).every(isPlainLine) ? { kind: 'claim', values: data } : damage
}

/**
 * Returns the values of a code by form field. Returns null if a name is wrong or occurs twice, or if a value cannot
 * be decoded.
 */
function valuesOf(query: string): Record<string, string> | null {
  const values: Record<string, string> = {}
  for (const pair of query.split('&')) {
    const [, name = '', encoded = ''] = /^([a-z]+)=([\w.!~*'()%-]*)$/.exec(pair) ?? []
    const field = isName(name) ? names[name] : undefined
    const value = decodeValue(encoded)
    if (field === undefined || value === null || field in values) return null
    values[field] = value
  }
  return values
}

function isName(name: string): name is keyof typeof names {
  return Object.hasOwn(names, name)
}

/** Decodes percent-encoded UTF-8. Returns null if the encoding is invalid. */
function decodeValue(encodedValue: string): string | null {
  try {
    return decodeURIComponent(encodedValue)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
