import { expect, test } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import { chooseBrand } from './choose-brand.ts'

const brands = await readBrands()
const [first, second, third] = [...brands.brands.keys()] as [string, string, string]
const settings = { fallback: first, hosts: new Map([['portal.example', second]]), switchable: false }
const hints = { host: 'localhost:8080', chosen: undefined, cookie: undefined }

test('a deployment maps host names to brands, with BRAND as the default', () => {
  expect(chooseBrand(brands, settings, hints).settings.id).toBe(first)
  expect(chooseBrand(brands, settings, { ...hints, host: 'Portal.example:443' }).settings.id).toBe(second)
})

test('in the demo ?brand= selects the brand, which is stored', () => {
  const demo = { ...settings, switchable: true }
  expect(chooseBrand(brands, demo, { ...hints, chosen: third }).settings.id).toBe(third)
  expect(chooseBrand(brands, demo, { ...hints, cookie: third }).settings.id).toBe(third)
  expect(chooseBrand(brands, demo, { ...hints, chosen: second, cookie: third }).settings.id).toBe(second)
})

test('outside the demo the brand cannot be selected', () => {
  expect(chooseBrand(brands, settings, { ...hints, chosen: third, cookie: third }).settings.id).toBe(first)
})

test('an unknown brand changes nothing', () => {
  const demo = { ...settings, switchable: true }
  expect(chooseBrand(brands, demo, { ...hints, chosen: '../etc', cookie: 'x' }).settings.id).toBe(first)
  expect(chooseBrand(brands, { ...settings, fallback: 'gone' }, hints)).toBe(brands.defaultBrand)
})
