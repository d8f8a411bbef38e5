import { expect, test } from 'vitest'
import { hashPassword, isPasswordCorrect } from './password.ts'

test('a password matches only its own hash', async () => {
  const hash = await hashPassword('zwölf Boxkämpfer')
  expect(await isPasswordCorrect('zwölf Boxkämpfer', hash)).toBe(true)
  expect(await isPasswordCorrect('zwölf Boxkämpfer'.normalize('NFD'), hash)).toBe(true)
  expect(await isPasswordCorrect('zwölf Boxkampfer', hash)).toBe(false)
})

test('two hashes of one password differ', async () => {
  expect(await hashPassword('a long password')).not.toBe(await hashPassword('a long password'))
})

test('a stored hash in an unknown format throws', async () => {
  await expect(isPasswordCorrect('a long password', 'a long password')).rejects.toThrow('unknown form')
})
