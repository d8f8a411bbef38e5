import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readBrands } from '#brands/read-brands.ts'
import { addressFieldLimits } from '#contract/address.ts'
import { countries } from '#contract/countries.ts'
import { demoRegistryFile, readRegistryFile } from './registry-file.ts'

const brands = [...(await readBrands()).brands.values()].map((brand) => brand.settings)
const gateways = await readRegistryFile(demoRegistryFile)
/** The brands with demo gateways. The tests skip a new brand that has none. */
const demoBrands = brands.filter(({ id }) => gateways.some((gateway) => gateway.brand === id))
const companies = await rowsOf('companies.csv')
const supportCompanies = await rowsOf('support-companies.csv')

test('every serial number is unique', () => {
  expect(new Set(gateways.map((gateway) => gateway.serial)).size).toBe(gateways.length)
})

test('the first three gateways are for the demo owner: a boiler, a heat pump and a hybrid', () => {
  expect(
    gateways
      .slice(0, 3)
      .map(({ type, brand, applianceType, simulated }) => ({ type, brand, applianceType, simulated })),
  ).toEqual(
    ['BOILER', 'HP', 'HYBRID'].map((applianceType) => ({
      type: 'rrc1',
      brand: 'cedar',
      applianceType,
      simulated: true,
    })),
  )
})

test('at least 25 gateways are free to claim, and five of them are not simulated', () => {
  const free = gateways.slice(3)
  expect(free.length).toBeGreaterThanOrEqual(25)
  const silent = free.filter(({ type, brand, simulated }) => type === 'rrc1' && brand === 'cedar' && !simulated)
  expect(silent.length).toBeGreaterThanOrEqual(5)
})

test('six brands have gateways, and every gateway has a brand', () => {
  const served = new Set(gateways.map((gateway) => gateway.brand))
  expect(served.size).toBe(6)
  expect(served).toEqual(new Set(demoBrands.map((brand) => brand.id)))
})

test('every country has companies, and so has every country of every brand that has gateways', () => {
  expect(new Set(companies.map((company) => company['country']))).toEqual(new Set(countries))
  const served = companies.flatMap((each) => brandsOf(each).map((brand) => `${brand} ${each['country']}`))
  expect(served).toEqual(expect.arrayContaining(combinationsOf(demoBrands)))
})

test('in every country some companies accept automatically and some manually', () => {
  const ways = new Set(companies.map((each) => `${each['country']} ${each['acceptsAutomatically']}`))
  expect(ways).toEqual(new Set(countries.flatMap((country) => [`${country} true`, `${country} false`])))
})

test('there are some hundred companies, and about a third of them accept manually', () => {
  const byHand = companies.filter((each) => each['acceptsAutomatically'] === 'false').length
  expect(companies.length).toBeGreaterThanOrEqual(300)
  expect(byHand / companies.length).toBeCloseTo(1 / 3, 1)
  expect(new Set(companies.map((each) => each['name'])).size).toBe(companies.length)
})

test('companies have valid addresses and unique ids', () => {
  const ids = [...companies, ...supportCompanies].map((each) => z.uuid().parse(each['id']))
  expect(new Set(ids).size).toBe(ids.length)
  for (const company of companies) {
    expect(company['postalCode']).toMatch(/^[A-Z0-9 -]+$/)
    expect(company['postalCode']?.length).toBeLessThanOrEqual(addressFieldLimits.postalCode)
    expect(company['city']).not.toBe('')
  }
})

test('support companies serve most countries of the brands, once each, at an address nobody owns', () => {
  const served = supportCompanies.map((each) => `${each['brand']} ${each['country']}`)
  const possible = combinationsOf(brands)
  expect(new Set(served).size).toBe(served.length)
  expect(possible).toEqual(expect.arrayContaining(served))
  expect(served.length).toBeGreaterThan(combinationsOf(demoBrands).length / 2)
  for (const each of supportCompanies) expect(each['url']).toMatch(/^https:\/\/support\.example\//)
})

function combinationsOf(some: typeof brands): string[] {
  return some.flatMap((brand) => brand.countries.map((country) => `${brand.id} ${country}`))
}

type Row = Record<string, string>

async function rowsOf(file: string): Promise<Row[]> {
  return parse<Row>(await readFile(new URL(file, import.meta.url), 'utf8'), { columns: true })
}

function brandsOf(company: Row): string[] {
  return (company['brands'] ?? '').split(';')
}
