import type { Country } from '#contract/countries.ts'
import { type Language, fallbackLanguage, languageOfCountry } from '#contract/languages.ts'
import type { LegalDocument, LegalName } from '#contract/legal.ts'
import { type OwnDocuments, keyOf } from './own-documents.ts'
import type { PoliciesService, ServiceKind, ServiceName } from './policies-service.ts'

export type LegalSources = { own: OwnDocuments; service: PoliciesService }

/**
 * A legal document in the wished language, else in the country's own, else in English; null where there is none.
 * Specification 2.5 and 8, decisions 8. @throws Refusal `unavailable`
 */
export async function findLegalDocument(sources: LegalSources, name: LegalName): Promise<LegalDocument | null> {
  for (const language of languagesFor(name)) {
    const html = await readIn(sources, { ...name, language })
    if (html !== null) return { ...name, language, html }
  }
  return null
}

function languagesFor({ language, country }: LegalName): Language[] {
  return [...new Set([language, languageOfCountry[country], fallbackLanguage])]
}

async function readIn({ own, service }: LegalSources, name: LegalName): Promise<string | null> {
  const { kind } = name
  if (kind !== 'imprint' && kind !== 'privacy') return own.get(keyOf(name)) ?? null
  return service.read(toServiceName(kind, name))
}

/** Countries with an own document of the kind; all others have Germany's. Specification 2.5. */
const ownCountries: Readonly<Record<ServiceKind, readonly Country[]>> = {
  privacy: ['GB'],
  imprint: ['FR', 'LU', 'GB'],
}

function toServiceName(kind: ServiceKind, { country, language }: LegalName): ServiceName {
  if (country === 'FO') return { kind, country: 'DE', language: 'da' }
  return { kind, country: ownCountries[kind].includes(country) ? country : 'DE', language }
}
