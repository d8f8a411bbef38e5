import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { type Country, countries } from '#contract/countries.ts'
import { type Language, legalLanguageOfCountry, languages } from '#contract/languages.ts'
import { type Terms, maxTermsVersionLength } from '#contract/terms.ts'

const kindOfTerms = 'tos'

const frontMatter = z.object({
  version: z
    .string()
    .check(
      z.minLength(1, { error: 'is missing' }),
      z.maxLength(maxTermsVersionLength, { error: `is longer than ${maxTermsVersionLength} characters` }),
    ),
  effectiveDate: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'is no date as 2026-01-31' })),
})

/** The terms of service by country and language. Each country has them at least in its own language. */
export type TermsDocuments = {
  /**
   * Returns the terms of a country in the requested language, otherwise in the country's own language. If the country
   * is null, returns the terms of GB.
   */
  termsOf(country: Country | null, language: Language | null): Terms
}

/**
 * The country whose terms apply to a person without a country: the default legal localization is en/GB. Specification
 * 9.
 */
const defaultCountry: Country = 'GB'

/**
 * Reads every `<language>/<COUNTRY>/tos.md` below a folder.
 * @throws Error with one sentence if a country has no terms in its own language, if the versions of its languages
 * differ, or if a file is invalid
 */
export async function readTermsDocuments(folder: string): Promise<TermsDocuments> {
  const documents = new Map<string, Terms>()
  for (const language of languages) {
    for (const country of await countriesIn(path.join(folder, language))) {
      documents.set(`${language}-${country}`, await readDocument(folder, language, country))
    }
  }
  for (const country of countries) refuseOtherVersions(documents, country)
  return {
    termsOf: (country, language) =>
      documents.get(`${language}-${country ?? defaultCountry}`) ?? ownDocument(documents, country ?? defaultCountry),
  }
}

async function countriesIn(folder: string): Promise<Country[]> {
  const names = await namesIn(folder)
  return countries.filter((country) => names.includes(country))
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

async function readDocument(folder: string, language: Language, country: Country): Promise<Terms> {
  const file = path.join(folder, language, country, `${kindOfTerms}.md`)
  const [, head = '', text = ''] = /^---\n(.*?)\n---\n(.*)$/su.exec(await readFile(file, 'utf8')) ?? []
  const fields = Object.fromEntries(head.split('\n').map(toField))
  const parsed = frontMatter.safeParse(fields)
  if (!parsed.success) throw new Error(`${file}: ${describe(parsed.error)} at its top.`)
  return { ...parsed.data, locale: `${language}-${country}`, text: text.trim() }
}

function describe({ issues }: z.core.$ZodError): string {
  return issues
    .map(
      ({ path: [field = ''], message, code }) => `${String(field)} ${code === 'invalid_type' ? 'is missing' : message}`,
    )
    .join(', ')
}

function toField(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [
    line.slice(0, colon).trim(),
    line
      .slice(colon + 1)
      .trim()
      .replace(/^["'](.*)["']$/u, '$1'),
  ]
}

function ownDocument(documents: ReadonlyMap<string, Terms>, country: Country): Terms {
  const document = documents.get(`${legalLanguageOfCountry[country]}-${country}`)
  if (!document)
    throw new Error(`there are no terms for ${country} in its own language (${legalLanguageOfCountry[country]}).`)
  return document
}

/**
 * Refuses terms whose version differs between the languages of a country. A person accepts the terms in one language.
 * If another language had another version, the person would count as not having accepted the terms.
 */
function refuseOtherVersions(documents: ReadonlyMap<string, Terms>, country: Country): void {
  const own = ownDocument(documents, country)
  for (const language of languages) {
    const other = documents.get(`${language}-${country}`)
    if (other === undefined || other.version === own.version) continue
    throw new Error(
      `the terms for ${country} have version ${own.version} in ${legalLanguageOfCountry[country]} and ${other.version} in ${language}; give all languages of a country one version`,
    )
  }
}
