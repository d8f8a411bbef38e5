import { api } from '#contract/api.ts'
import { type Country, isCountry } from '#contract/countries.ts'
import { type Language, isLanguage } from '#contract/languages.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { TermsDocuments } from './terms-documents.ts'
import { type TermsGate, termsStatusOf } from './terms-gate.ts'
import { readPersonTerms, saveTermsAcceptance } from './store.ts'
import type { Services } from '#server/services.ts'

export type TermsDependencies = Pick<Services, 'pool' | 'persons' | 'clock'> & {
  documents: TermsDocuments
  gate: TermsGate
}

/** Adds the endpoints that read and accept the terms of service. Specification 7 and 13. */
export function addTermsRoutes(add: EndpointAdder, { pool, documents, gate, persons, clock }: TermsDependencies): void {
  add(api.readTerms, async ({ caller, query }) => {
    const { language, country } = parseLocale(query.locale)
    const personTerms = await readPersonTerms(pool, caller)
    return documents.termsOf(personTerms.country ?? country, language)
  })

  add(api.readTermsStatus, async ({ caller }) => termsStatusOf(await readPersonTerms(pool, caller), documents))

  add(api.acceptTerms, async ({ caller, body, language }) => {
    const acceptance = body()
    const personTerms = await readPersonTerms(pool, caller)
    const country = personTerms.country ?? acceptance.country ?? null
    const { version, locale } = documents.termsOf(country, language)
    if (acceptance.version !== version)
      throw new Refusal('rule-broken', { errors: [{ path: 'version', code: 'outdated' }] })
    const personId = await persons.personIdOf(caller)
    await saveTermsAcceptance(pool, { personId, version, locale, at: new Date(clock.now()), country })
    gate.clear(caller)
    return termsStatusOf(await readPersonTerms(pool, caller), documents)
  })
}

function parseLocale(locale: string): { language: Language | null; country: Country | null } {
  const [language = '', country = ''] = locale.split(/[-_]/u)
  return {
    language: isLanguage(language.toLowerCase()) ? (language.toLowerCase() as Language) : null,
    country: isCountry(country.toUpperCase()) ? (country.toUpperCase() as Country) : null,
  }
}
