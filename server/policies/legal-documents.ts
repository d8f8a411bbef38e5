import type { Country } from '#contract/countries.ts'
import { type Language, fallbackLanguage, legalLanguageOfCountry } from '#contract/languages.ts'
import type { LegalDocument, LegalDocumentKey } from '#contract/legal.ts'
import { type OperatorDocuments, operatorDocumentKeyOf } from './operator-documents.ts'
import type { PoliciesService, PolicyKind, PolicyId } from './policies-service.ts'

export type LegalDocumentSources = { own: OperatorDocuments; service: PoliciesService }

/**
 * Finds a legal document in the requested language, otherwise in the language of the country, otherwise in English.
 * Returns null if none of them exists. Specification 2.5, 8 and 17.1.
 * @throws Refusal `unavailable` if the policies service fails
 */
export async function findLegalDocument(
  sources: LegalDocumentSources,
  name: LegalDocumentKey,
): Promise<LegalDocument | null> {
  for (const language of languagesFor(name)) {
    const foundDocument = await findInLanguage(sources, { ...name, language })
    if (foundDocument !== null) return { ...name, ...foundDocument }
  }
  return null
}

function languagesFor({ language, country }: LegalDocumentKey): Language[] {
  return [...new Set([language, legalLanguageOfCountry[country], fallbackLanguage])]
}

/** The text of a document, and the language in which it is written. */
type FoundDocument = Pick<LegalDocument, 'language' | 'html'>

async function findInLanguage(
  { own, service }: LegalDocumentSources,
  name: LegalDocumentKey,
): Promise<FoundDocument | null> {
  const { kind, language } = name
  if (kind !== 'imprint' && kind !== 'privacy') return inLanguage(language, own.get(operatorDocumentKeyOf(name)))
  const policyId = policyIdOf(kind, name)
  return inLanguage(policyId.language, await service.read(policyId))
}

function inLanguage(language: Language, html: string | null | undefined): FoundDocument | null {
  return html === null || html === undefined ? null : { language, html }
}

/**
 * For each kind of document, the countries that have their own. Other countries use the document of Germany; the Faroe
 * Islands use it in Danish. Specification 2.5.
 */
const countriesWithDocument: Readonly<Record<PolicyKind, readonly Country[]>> = {
  privacy: ['GB'],
  imprint: ['FR', 'LU', 'GB'],
}

function policyIdOf(kind: PolicyKind, { country, language }: LegalDocumentKey): PolicyId {
  if (country === 'FO') return { kind, country: 'DE', language: 'da' }
  return { kind, country: countriesWithDocument[kind].includes(country) ? country : 'DE', language }
}
