import { type JSONVisitor, visit } from 'jsonc-parser'
import { Refusal } from './refusals.ts'

const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype'])

/** The maximum depth of a body, which limits the recursion of the parser. No valid body is so deep. */
const maxDepth = 20

/**
 * Parses a JSON body more strictly than JSON.parse. Refuses duplicate names in an object, prototype names, excessive
 * depth, invalid UTF-8 and unpaired surrogates, because two parsers could read such a body differently. Returns
 * undefined if the body is empty.
 * @throws Refusal `malformed`
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const body = decode(bytes)
  if (body === '') return undefined
  if (maxDepthOf(body) > maxDepth) throw new Refusal('malformed')
  refuseAmbiguousNames(body)
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new Refusal('malformed', { cause: error })
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    throw new Refusal('malformed', { cause: error })
  }
}

/** Returns an upper bound of the depth of a JSON text. The bound also counts brackets inside strings. */
function maxDepthOf(body: string): number {
  let depth = 0
  let deepest = 0
  for (const character of body) {
    if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return deepest
}

function refuseAmbiguousNames(body: string): void {
  const open: Set<string>[] = []
  const visitor: JSONVisitor = {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (name) => {
      const names = open.at(-1)
      if (forbiddenNames.has(name) || names?.has(name)) throw new Refusal('malformed')
      names?.add(name)
      refuseUnpairedSurrogates(name)
    },
    onLiteralValue: refuseUnpairedSurrogates,
  }
  visit(body, visitor, { disallowComments: true })
}

/** Refuses unpaired surrogates, because storing a text would replace them. RFC 8259, section 8.2. */
function refuseUnpairedSurrogates(value: unknown): void {
  if (typeof value === 'string' && !value.isWellFormed()) throw new Refusal('malformed')
}
