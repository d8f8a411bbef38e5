import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readBrands } from '#brands/read-brands.ts'
import { type Country, countries } from '#contract/countries.ts'

/** What company names, surnames, towns and postal codes of a country are made of. */
type Land = {
  /** The part of all companies, in thousandths. */
  share: number
  trades: string
  forms: string
  /** Beginnings, middles and ends of surnames and towns. */
  heads: string
  middles: string
  tails: string
  towns: string
  /** `9` is a digit, `A` a letter. */
  postalCode: string
}

const landsFile = new URL('lands.json', import.meta.url)
const lands = JSON.parse(await readFile(landsFile, 'utf8')) as Record<Country, Land>

export type BenchCompany = {
  id: string
  name: string
  street: string
  postalCode: string
  city: string
  country: Country
  brands: string[]
  acceptsAutomatically: boolean
}

/** Numbers from 0 up to 1, the same for the same seed. Mulberry32. */
type Chance = () => number

function chanceOf(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const brandsOf = await marketsOf()

/** Company number `n`: it is the same however many there are in all. */
export function companyOf(n: number): BenchCompany {
  const chance = chanceOf(n)
  const country = countryOf(chance())
  const land = lands[country]
  return {
    id: idOf(n),
    name: nameOf(land, chance),
    street: `${surnameOf(land, chance)} ${1 + Math.floor(chance() * 200)}`,
    ...placeOf(land, chance),
    country,
    brands: someBrands(brandsOf[country], chance),
    acceptsAutomatically: chance() < 0.66,
  }
}

function idOf(n: number): string {
  const hex = createHash('md5').update(`company ${n}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

function countryOf(value: number): Country {
  let sum = 0
  for (const country of countries) {
    sum += lands[country].share / 1000
    if (value < sum) return country
  }
  return 'DE'
}

/** Common words are far more common than rare ones: the place in the list falls off as in Zipf's law. */
function often<T>(list: readonly T[], chance: Chance): T {
  return list[Math.min(list.length - 1, Math.floor(list.length ** chance()) - 1 + (chance() < 0.5 ? 0 : 1))] as T
}

function anyOf(words: string, chance: Chance): string {
  const list = words.split(' ')
  return list[Math.floor(chance() * list.length)] ?? ''
}

const surnamesPerLand = 25_000

/** A surname of the land by its frequency: the same number is the same surname for all companies. */
function surnameOf(land: Land, chance: Chance): string {
  return wordNumber(land, Math.floor(surnamesPerLand ** chance()))
}

const townsPerLand = 2_000

function wordNumber(land: Land, number: number): string {
  const chance = chanceOf(number * 7919)
  const middle = chance() < 0.6 ? anyOf(land.middles, chance) : ''
  return anyOf(land.heads, chance) + middle + anyOf(land.tails, chance)
}

function nameOf(land: Land, chance: Chance): string {
  const trade = often(land.trades.split(' '), chance)
  const surname = surnameOf(land, chance)
  const form = anyOf(land.forms, chance)
  const pattern = chance()
  if (pattern < 0.4) return `${trade} ${surname} ${form}`
  if (pattern < 0.6) return `${surname} ${trade} ${form}`
  if (pattern < 0.75) return `${surname} & ${surnameOf(land, chance)} ${trade}`
  if (pattern < 0.9) return `${trade} & ${often(land.trades.split(' '), chance)} ${surname} ${form}`
  return `${surname}${trade.toLowerCase()} ${form}`
}

function placeOf(land: Land, chance: Chance): { city: string; postalCode: string } {
  const towns = land.towns.split('|')
  const rank = Math.floor(townsPerLand ** chance())
  const city = towns[rank - 1] ?? wordNumber(land, surnamesPerLand + rank)
  // A town has some postal codes of its own.
  const code = chanceOf(rank * 131 + Math.floor(chance() * Math.max(1, 60 / rank)))
  return { city, postalCode: land.postalCode.replaceAll(/[9A]/gu, (sign) => signOf(sign, code)) }
}

function signOf(sign: string, chance: Chance): string {
  if (sign === '9') return String(Math.floor(chance() * 10))
  return String.fromCharCode(65 + Math.floor(chance() * 26))
}

async function marketsOf(): Promise<Record<Country, string[]>> {
  const { brands } = await readBrands()
  const serving = (country: Country) =>
    [...brands.values()]
      .filter(({ settings }) => settings.countries.includes(country))
      .map(({ settings }) => settings.id)
  return Object.fromEntries(countries.map((country) => [country, serving(country)])) as Record<Country, string[]>
}

function someBrands(brands: readonly string[], chance: Chance): string[] {
  const some = brands.filter(() => chance() < 0.7)
  return some.length > 0 ? some : [brands[0] ?? 'cedar']
}
