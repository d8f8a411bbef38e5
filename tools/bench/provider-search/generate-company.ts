import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readBrands } from '#brands/read-brands.ts'
import { type Country, countries } from '#contract/countries.ts'

/** The parts of words from which the company names, surnames, towns and postal codes of a country are generated. */
type CountryWords = {
  /** The share of the companies that are in this country, in thousandths. */
  share: number
  trades: string
  forms: string
  /** The beginnings, middles and ends of surnames and towns, separated by spaces. */
  heads: string
  middles: string
  tails: string
  towns: string
  /** The format of postal codes: each `9` becomes a digit, each `A` a letter. */
  postalCode: string
}

const wordsFile = new URL('country-words.json', import.meta.url)
const countryWords = JSON.parse(await readFile(wordsFile, 'utf8')) as Record<Country, CountryWords>

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

/**
 * Returns the next pseudo-random number, at least 0 and less than 1. The same seed results in the same numbers
 * (Mulberry32).
 */
type Random = () => number

function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const brandsOf = await marketsOf()

/** Generates the company with number `n`. The result does not depend on the total number of companies. */
export function generateCompany(n: number): BenchCompany {
  const random = randomFrom(n)
  const country = countryOf(random())
  const words = countryWords[country]
  return {
    id: idOf(n),
    name: nameOf(words, random),
    street: `${surnameOf(words, random)} ${1 + Math.floor(random() * 200)}`,
    ...townOf(words, random),
    country,
    brands: someBrands(brandsOf[country], random),
    acceptsAutomatically: random() < 0.66,
  }
}

function idOf(n: number): string {
  const hex = createHash('md5').update(`company ${n}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

function countryOf(value: number): Country {
  let sum = 0
  for (const country of countries) {
    sum += countryWords[country].share / 1000
    if (value < sum) return country
  }
  return 'DE'
}

/** Picks a random item. The first items are picked more often, as in Zipf's law. */
function pickByZipf<T>(list: readonly T[], random: Random): T {
  return list[Math.min(list.length - 1, Math.floor(list.length ** random()) - 1 + (random() < 0.5 ? 0 : 1))] as T
}

function anyOf(words: string, random: Random): string {
  const list = words.split(' ')
  return list[Math.floor(random() * list.length)] ?? ''
}

const surnamesPerCountry = 25_000

/** Returns a random surname. Some surnames are more frequent than others. */
function surnameOf(words: CountryWords, random: Random): string {
  return wordNumber(words, Math.floor(surnamesPerCountry ** random()))
}

const townsPerCountry = 2_000

function wordNumber(words: CountryWords, number: number): string {
  const random = randomFrom(number * 7919)
  const middle = random() < 0.6 ? anyOf(words.middles, random) : ''
  return anyOf(words.heads, random) + middle + anyOf(words.tails, random)
}

function nameOf(words: CountryWords, random: Random): string {
  const trade = pickByZipf(words.trades.split(' '), random)
  const surname = surnameOf(words, random)
  const form = anyOf(words.forms, random)
  const pattern = random()
  if (pattern < 0.4) return `${trade} ${surname} ${form}`
  if (pattern < 0.6) return `${surname} ${trade} ${form}`
  if (pattern < 0.75) return `${surname} & ${surnameOf(words, random)} ${trade}`
  if (pattern < 0.9) return `${trade} & ${pickByZipf(words.trades.split(' '), random)} ${surname} ${form}`
  return `${surname}${trade.toLowerCase()} ${form}`
}

function townOf(words: CountryWords, random: Random): { city: string; postalCode: string } {
  const towns = words.towns.split('|')
  const rank = Math.floor(townsPerCountry ** random())
  const city = towns[rank - 1] ?? wordNumber(words, surnamesPerCountry + rank)
  // Larger towns, which have a lower rank, have more postal codes.
  const code = randomFrom(rank * 131 + Math.floor(random() * Math.max(1, 60 / rank)))
  return { city, postalCode: words.postalCode.replaceAll(/[9A]/gu, (sign) => signOf(sign, code)) }
}

function signOf(sign: string, random: Random): string {
  if (sign === '9') return String(Math.floor(random() * 10))
  return String.fromCharCode(65 + Math.floor(random() * 26))
}

async function marketsOf(): Promise<Record<Country, string[]>> {
  const { brands } = await readBrands()
  const serving = (country: Country) =>
    [...brands.values()]
      .filter(({ settings }) => settings.countries.includes(country))
      .map(({ settings }) => settings.id)
  return Object.fromEntries(countries.map((country) => [country, serving(country)])) as Record<Country, string[]>
}

function someBrands(brands: readonly string[], random: Random): string[] {
  const some = brands.filter(() => random() < 0.7)
  return some.length > 0 ? some : [brands[0] ?? 'cedar']
}
