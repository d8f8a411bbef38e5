import { useEffect, useState } from 'react'
import type { LegalDocument, LegalName } from '#contract/legal.ts'

export type LegalDocumentState =
  | { kind: 'loading' }
  /** `isFallback`: it is not in the wanted language. */
  | { kind: 'loaded'; document: LegalDocument; isFallback: boolean }
  | { kind: 'missing' }
  | { kind: 'failed' }

export type ReadLegal = (name: LegalName) => Promise<LegalDocument | null>

/** The key of a request, and its result. */
type AskedDocument = { key: string; reading: LegalDocumentState }

const loading: LegalDocumentState = { kind: 'loading' }

/** Loads the document of this name; `retry` repeats a failed load. `read` must be the same function each time. */
export function useLegalDocument(read: ReadLegal, name: LegalName): { reading: LegalDocumentState; retry(): void } {
  const [asked, setAsked] = useState<AskedDocument | null>(null)
  const [attempt, setAttempt] = useState(0)
  const { language, country, kind } = name
  const key = `${keyOf(name)} ${attempt}`
  const isAnswered = asked !== null && (asked.key === key || isNamed(asked.reading, name))

  useEffect(() => {
    if (isAnswered) return undefined
    let isWanted = true
    const show = (reading: LegalDocumentState) => void (isWanted && setAsked({ key, reading }))
    read({ language, country, kind }).then(
      (document) =>
        show(document ? { kind: 'loaded', document, isFallback: document.language !== language } : { kind: 'missing' }),
      () => show({ kind: 'failed' }),
    )
    return () => {
      isWanted = false
    }
  }, [read, language, country, kind, key, isAnswered])

  return { reading: isAnswered ? asked.reading : loading, retry: () => setAttempt(attempt + 1) }
}

/** Whether the document is already loaded, after its address was rewritten to its language. */
function isNamed(reading: LegalDocumentState, name: LegalName): boolean {
  return reading.kind === 'loaded' && keyOf(reading.document) === keyOf(name)
}

function keyOf({ language, country, kind }: LegalName): string {
  return `${language}/${country}/${kind}`
}
