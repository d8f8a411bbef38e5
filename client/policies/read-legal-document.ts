import {
  type LegalDocument,
  legalDocument,
  type LegalDocumentKey,
  legalDocumentParams,
  legalPath,
} from '#contract/legal.ts'
import { CallError, failureOfAnswer, fetchWithTimeout, isRefusedWith, readAnswer } from '#client/api-call.ts'

/**
 * The time limit in ms. The server waits 5 s for the policies service for each language that it tries. Specification
 * 17.1.
 */
const timeLimitMs = 20_000

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Reads a legal document, which needs no sign-in. The document is in the wanted language, otherwise in the country's
 * own language. Returns null if it is available in neither language. @throws CallError if the document cannot be read
 * now
 */
export async function readLegalDocument(fetch: Fetch, name: LegalDocumentKey): Promise<LegalDocument | null> {
  const response = await fetchWithTimeout({ fetch, limitMs: timeLimitMs }, pathOf(name), {
    headers: { accept: 'application/json' },
  })
  if (response.ok) return readAnswer(legalDocument, response)
  const failure = await failureOfAnswer(response)
  if (isRefusedWith(failure, 'not-found')) return null
  throw new CallError(failure)
}

function pathOf({ language, country, kind }: LegalDocumentKey): string {
  return legalPath.replace(':language', language).replace(':country', country).replace(':kind', kind)
}

/** Parses the parameters of a policy path, in any letter case. Returns null if they do not name a legal document. */
export function parseLegalDocumentKey({
  lang = '',
  country = '',
  pagePath = '',
}: PolicyParams): LegalDocumentKey | null {
  const parsed = legalDocumentParams.safeParse({
    language: lang.toLowerCase(),
    country: country.toUpperCase(),
    kind: pagePath.toLowerCase(),
  })
  return parsed.success ? parsed.data : null
}

type PolicyParams = Readonly<Partial<Record<string, string>>>
