import * as z from 'zod/mini'
import { type Country, countries } from './countries.ts'
import { type Language, languages } from './languages.ts'

/**
 * The kinds of legal documents, as in their paths. `data-act` is the information required by Article 3(3) of the Data
 * Act. Specification 16.3.
 */
export const legalKinds = ['imprint', 'privacy', 'tos', 'service-description', 'legal-notice', 'data-act'] as const

export type LegalKind = (typeof legalKinds)[number]

/** Identifies a legal document by language, country and kind. */
export type LegalDocumentKey = { language: Language; country: Country; kind: LegalKind }

/**
 * A legal document as the API returns it. `html` is sanitised. `language` is the country's language if there is no
 * document in the requested language.
 */
export const legalDocument = z.object({
  language: z.enum(languages),
  country: z.enum(countries),
  kind: z.enum(legalKinds),
  html: z.string(),
})

export type LegalDocument = z.infer<typeof legalDocument>

/** The path parameters of a legal document. */
export const legalDocumentParams = z.object({
  language: z.enum(languages),
  country: z.enum(countries),
  kind: z.enum(legalKinds),
})

/** The path of a legal document in the API, which needs no token. */
export const legalPath = '/legal/:language/:country/:kind'
