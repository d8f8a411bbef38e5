import type { TermsStatus } from '#contract/terms.ts'
import type { TermsDocuments } from './documents.ts'
import type { PersonTerms } from './store.ts'

/** Whether terms were accepted at all, and whether the country's present version is newer. Specification 3 and 4. */
export function termsStatusOf({ country, accepted }: PersonTerms, documents: TermsDocuments): TermsStatus {
  const { version } = documents.of(country, null)
  return { accepted: accepted.length > 0, hasUpdate: accepted.length > 0 && !accepted.includes(version) }
}
