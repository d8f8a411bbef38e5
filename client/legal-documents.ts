import type { LegalKind, LegalDocumentKey } from '#contract/legal.ts'
import type { FirstMessageId } from '#client/i18n/message-types.ts'

/** The message ids of the titles of the legal documents. Specification 2.4. */
export const legalTitleIds: Readonly<Record<LegalKind, FirstMessageId>> = {
  tos: 'legal.tos',
  privacy: 'legal.privacy',
  'legal-notice': 'legal.legal-notice',
  imprint: 'legal.imprint',
  'service-description': 'legal.service-description',
  'data-act': 'info.data-act',
}

/**
 * Returns the title of the page `policies/{lang}/{country}/{pagePath}`. If there is no such document, returns the title
 * of the not-found page.
 */
export function legalPageTitleOf(pagePath = ''): FirstMessageId {
  return Object.entries(legalTitleIds).find(([kind]) => kind === pagePath.toLowerCase())?.[1] ?? 'not-found.title'
}

/** Returns the path of the page for a legal document. Specification 2.5: policies/{lang}/{COUNTRY}/{kind}. */
export function legalDocumentPathOf({ language, country, kind }: LegalDocumentKey): string {
  return `/policies/${language}/${country}/${kind}`
}
