import type { Country } from '#contract/countries.ts'
import { type Language, fallbackLanguage, languageOfCountry } from '#contract/languages.ts'
import type { LegalDocument, LegalName } from '#contract/legal.ts'
import { type OwnDocuments, keyOf } from './own-documents.ts'
import type { PoliciesService, PolicyKind, PolicyId } from './policies-service.ts'

export type LegalSources = { own: OwnDocuments; service: PoliciesService }

/**
 * A legal document in the requested language, otherwise in the country's own, otherwise in English; null if there is
 * none. Specification 2.5, 8 and 17.1. @throws Refusal `unavailable`
 */
export async function findLegalDocument(sources: LegalSources, name: LegalName): Promise<LegalDocument | null> {
  for (const language of languagesFor(name)) {
    const read = await readIn(sources, { ...name, language })
    if (read !== null) return { ...name, ...read }
  }
  return null
}

function languagesFor({ language, country }: LegalName): Language[] {
  return [...new Set([language, languageOfCountry[country], fallbackLanguage])]
}

/** A document with its actual language. */
type Read = Pick<LegalDocument, 'language' | 'html'>

async function readIn({ own, service }: LegalSources, name: LegalName): Promise<Read | null> {
  const { kind, language } = name
  if (kind !== 'imprint' && kind !== 'privacy') return readAs(language, own.get(keyOf(name)))
  const asked = policyIdOf(kind, name)
  return readAs(asked.language, await service.read(asked))
}

function readAs(language: Language, html: string | null | undefined): Read | null {
  return html === null || html === undefined ? null : { language, html }
}

/** Countries with their own document of the kind; all others use Germany's. Specification 2.5. */
const ownCountries: Readonly<Record<PolicyKind, readonly Country[]>> = {
  privacy: ['GB'],
  imprint: ['FR', 'LU', 'GB'],
}

function policyIdOf(kind: PolicyKind, { country, language }: LegalName): PolicyId {
  if (country === 'FO') return { kind, country: 'DE', language: 'da' }
  return { kind, country: ownCountries[kind].includes(country) ? country : 'DE', language }
}
