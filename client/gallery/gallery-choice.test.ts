import { expect, test } from 'vitest'
import { readChoice, toSearch } from './gallery-choice.ts'

test('every view of the gallery has a link', () => {
  const search = '?brand=a&scheme=dark&language=de&width=360&component=button'
  const choice = readChoice(search)
  expect(choice).toEqual({ brand: 'a', scheme: 'dark', language: 'de', width: 360, component: 'button' })
  expect(readChoice(toSearch(choice))).toEqual(choice)
})

test('missing or invalid parts of the address get a default', () => {
  const defaultChoice = { brand: '', scheme: 'light', language: 'en', width: 360, component: null }
  expect(readChoice('')).toEqual(defaultChoice)
  expect(readChoice('?scheme=sepia&language=xx&width=-1&component=')).toEqual(defaultChoice)
  expect(readChoice(toSearch(readChoice('')))).toEqual(defaultChoice)
})
