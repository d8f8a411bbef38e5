import { minuteMs } from '#contract/durations.ts'
import type { TermsStatus } from '#contract/terms.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { ProviderSubject } from '#server/identity/store.ts'
import type { TermsDocuments } from './terms-documents.ts'
import { type PersonTerms, readPersonTerms } from './store.ts'
import type { Services } from '#server/services.ts'

/**
 * Checks that a person has accepted the current terms and has chosen a country. For any other person `pass` throws a
 * Refusal with status 412.
 */
export type TermsGate = {
  pass(caller: ProviderSubject): Promise<void>
  /** Clears the cached result of a person whose acceptance or country has changed. */
  clear(caller: ProviderSubject): void
}

/** The page on which people accept the terms. Specification 4.14. */
const acceptTermsPath = '/accept-tos'

/**
 * The time in ms for which a process caches that a person has accepted the terms and has a country. A person cannot
 * withdraw an acceptance. A change of the country in another process takes effect after this time at the latest.
 */
const cacheMs = minuteMs
const maxCachedPeople = 50_000

/** The terms of service of this deployment, and the gate that requires their acceptance. */
export type TermsDocumentsAndGate = { documents: TermsDocuments; gate: TermsGate }

export type TermsGateDependencies = Pick<Services, 'pool' | 'clock'> & { documents: TermsDocuments }

/**
 * Creates the gate of the terms. Public routes, and the routes of the user and of the terms, do not call `pass`.
 * Specification 4 and 13.
 */
export function createTermsGate({ pool, documents, clock }: TermsGateDependencies): TermsGate {
  const passedUntil = new Map<string, number>()

  async function pass(caller: ProviderSubject): Promise<void> {
    const name = nameOf(caller)
    if (clock.now() < (passedUntil.get(name) ?? 0)) return
    const personTerms = await readPersonTerms(pool, caller)
    const { accepted, hasUpdate } = termsStatusOf(personTerms, documents)
    if (!accepted || hasUpdate) throw new Refusal('terms-not-accepted', { route: acceptTermsPath })
    if (personTerms.country === null) throw new Refusal('country-missing', { route: acceptTermsPath })
    if (passedUntil.size >= maxCachedPeople) passedUntil.clear()
    passedUntil.set(name, clock.now() + cacheMs)
  }

  return { pass, clear: (caller) => void passedUntil.delete(nameOf(caller)) }
}

function nameOf({ issuer, subject }: ProviderSubject): string {
  return `${issuer} ${subject}`
}

/**
 * Returns the status of a person. `accepted`: whether the person has accepted any terms. `hasUpdate`: whether the
 * person has accepted terms, but not the current version for their country. Specification 3 and 4.
 */
export function termsStatusOf({ country, accepted }: PersonTerms, documents: TermsDocuments): TermsStatus {
  const { version } = documents.termsOf(country, null)
  return { accepted: accepted.length > 0, hasUpdate: accepted.length > 0 && !accepted.includes(version) }
}
