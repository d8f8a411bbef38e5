import * as z from 'zod/mini'
import { type Country, countries } from './countries.ts'
import { type Language, languages } from './languages.ts'

/** The legal documents, as they stand in a path. Specification 16.3; `data-act` is the information of Article 3(3) of the Data Act. */
export const legalKinds = ['imprint', 'privacy', 'tos', 'service-description', 'legal-notice', 'data-act'] as const

export type LegalKind = (typeof legalKinds)[number]

/** Names one legal document. */
export type LegalName = { language: Language; country: Country; kind: LegalKind }

/** A legal document as the page shows it: `html` is sanitised; the language may be the country's own instead of the wished one. */
export const legalDocument = z.object({
  language: z.enum(languages),
  country: z.enum(countries),
  kind: z.enum(legalKinds),
  html: z.string(),
})

export type LegalDocument = z.infer<typeof legalDocument>

/** What stands in the path of a legal document; anything else names none. */
export const legalName = z.object({ language: z.enum(languages), country: z.enum(countries), kind: z.enum(legalKinds) })

/** Where the page gets a legal document, without a token. */
export const legalPath = '/legal/:language/:country/:kind'
