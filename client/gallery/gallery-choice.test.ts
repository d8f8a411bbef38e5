import { expect, test } from 'vitest'
import { parseGalleryChoice, formatGalleryQuery } from './gallery-choice.ts'

test('every view of the gallery has a link', () => {
  const search = '?brand=a&scheme=dark&language=de&width=360&component=button'
  const choice = parseGalleryChoice(search)
  expect(choice).toEqual({ brand: 'a', scheme: 'dark', language: 'de', width: 360, component: 'button' })
  expect(parseGalleryChoice(formatGalleryQuery(choice))).toEqual(choice)
})

test('missing or invalid parts of the address get a default', () => {
  const defaultChoice = { brand: '', scheme: 'light', language: 'en', width: 360, component: null }
  expect(parseGalleryChoice('')).toEqual(defaultChoice)
  expect(parseGalleryChoice('?scheme=sepia&language=xx&width=-1&component=')).toEqual(defaultChoice)
  expect(parseGalleryChoice(formatGalleryQuery(parseGalleryChoice('')))).toEqual(defaultChoice)
})
