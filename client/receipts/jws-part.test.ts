import { expect, test } from 'vitest'
import { jwsPartToBinary, jwsPartToText } from './jws-part.ts'

const partOf = (text: string) => Buffer.from(text).toString('base64url')

test('a part of a JWS is read as UTF-8, with each character of base64url and without padding', () => {
  for (const text of ['{"a":1}', 'Jörg Weiß', '?>?>~~', '日本']) expect(jwsPartToText(partOf(text))).toBe(text)
})

test('what is no base64url is read as nothing', () => {
  expect(jwsPartToBinary('a')).toBe('')
  expect(jwsPartToText('%')).toBe('')
})
