import { useState } from 'react'
import type { LegalDocument, LegalDocumentKey } from '#contract/legal.ts'
import { useLookup } from '#client/use-lookup.ts'

/** `isFallback` is true if the document is not in the wanted language. */
type LoadedDocument = { kind: 'loaded'; document: LegalDocument; isFallback: boolean }

export type LegalDocumentLoadState = { kind: 'loading' } | LoadedDocument | { kind: 'missing' } | { kind: 'failed' }

export type LegalDocumentReader = (name: LegalDocumentKey) => Promise<LegalDocument | null>

/** Loads a legal document. `retry` loads it again after a failure. */
export function useLegalDocument(
  readDocument: LegalDocumentReader,
  name: LegalDocumentKey,
): { reading: LegalDocumentLoadState; retry(): Promise<void> } {
  const [loaded, setLoaded] = useState<LoadedDocument | null>(null)
  // The page changes its address to the language of the loaded document, which must then not load again.
  const isLoaded = loaded !== null && keyOf(loaded.document) === keyOf(name)
  const { answer, retry } = useLookup(isLoaded ? null : keyOf(name), async () => {
    const document = await readDocument(name)
    return document && ({ kind: 'loaded', document, isFallback: document.language !== name.language } as const)
  })
  if (answer.kind === 'there' && answer.value !== null && answer.value !== loaded) setLoaded(answer.value)
  if (isLoaded) return { reading: loaded, retry }
  return { reading: answer.kind === 'there' ? (answer.value ?? { kind: 'missing' }) : answer, retry }
}

function keyOf({ language, country, kind }: LegalDocumentKey): string {
  return `${language}/${country}/${kind}`
}
