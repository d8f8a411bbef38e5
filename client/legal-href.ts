import type { LegalName } from '#contract/legal.ts'

/** Where the page shows a legal document. Specification 2.5: policies/{lang}/{COUNTRY}/{kind}. */
export function legalHref({ language, country, kind }: LegalName): string {
  return `/policies/${language}/${country}/${kind}`
}
