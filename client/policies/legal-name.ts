import { type LegalName, legalName } from '#contract/legal.ts'

/** What a path of the page names, in whatever case it was typed; null where it names no legal document. */
export function legalNameOf({ lang = '', country = '', pagePath = '' }: PolicyParams): LegalName | null {
  const parsed = legalName.safeParse({
    language: lang.toLowerCase(),
    country: country.toUpperCase(),
    kind: pagePath.toLowerCase(),
  })
  return parsed.success ? parsed.data : null
}

export type PolicyParams = Readonly<Partial<Record<string, string>>>
