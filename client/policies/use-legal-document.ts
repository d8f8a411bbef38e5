import { useEffect, useState } from 'react'
import type { LegalDocument, LegalDocumentKey } from '#contract/legal.ts'

export type LegalDocumentLoadState =
  | { kind: 'loading' }
  /** `isFallback` is true if the document is not in the wanted language. */
  | { kind: 'loaded'; document: LegalDocument; isFallback: boolean }
  | { kind: 'missing' }
  | { kind: 'failed' }

export type LegalDocumentReader = (name: LegalDocumentKey) => Promise<LegalDocument | null>

/** A result with the key of its request. */
type AskedDocument = { key: string; reading: LegalDocumentLoadState }

const legalDocumentLoadState: LegalDocumentLoadState = { kind: 'loading' }

/**
 * Loads a legal document. `retry` loads it again after a failure. `legalDocumentReader` must be the same function at
 * each rendering.
 */
export function useLegalDocument(
  legalDocumentReader: LegalDocumentReader,
  name: LegalDocumentKey,
): { reading: LegalDocumentLoadState; retry(): void } {
  const [asked, setAsked] = useState<AskedDocument | null>(null)
  const [attempt, setAttempt] = useState(0)
  const { language, country, kind } = name
  const key = `${keyOf(name)} ${attempt}`
  const isAnswered = asked !== null && (asked.key === key || isNamed(asked.reading, name))

  useEffect(() => {
    if (isAnswered) return undefined
    let isWanted = true
    const show = (reading: LegalDocumentLoadState) => void (isWanted && setAsked({ key, reading }))
    legalDocumentReader({ language, country, kind }).then(
      (document) =>
        show(document ? { kind: 'loaded', document, isFallback: document.language !== language } : { kind: 'missing' }),
      () => show({ kind: 'failed' }),
    )
    return () => {
      isWanted = false
    }
  }, [legalDocumentReader, language, country, kind, key, isAnswered])

  return { reading: isAnswered ? asked.reading : legalDocumentLoadState, retry: () => setAttempt(attempt + 1) }
}

/**
 * Whether the document with this name is already loaded. It is, after the address was changed to the language of the
 * loaded document.
 */
function isNamed(reading: LegalDocumentLoadState, name: LegalDocumentKey): boolean {
  return reading.kind === 'loaded' && keyOf(reading.document) === keyOf(name)
}

function keyOf({ language, country, kind }: LegalDocumentKey): string {
  return `${language}/${country}/${kind}`
}
