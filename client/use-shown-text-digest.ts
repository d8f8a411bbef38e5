import { useEffect, useState } from 'react'
import type { ShownTextDigest } from '#contract/consent-text.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { sha256Of } from './sha256.ts'

/**
 * Returns the digest and language of a consent text that the person sees. The digest is computed when the text appears,
 * so that it is ready when the person agrees.
 *
 * Returns undefined until the digest is ready. Also returns undefined on a page without HTTPS, where browsers compute
 * no digests.
 */
export function useShownTextDigest(text: string): ShownTextDigest | undefined {
  const { language } = useTexts()
  const [shown, setShown] = useState<ShownTextDigest>()
  useEffect(() => {
    let isCurrent = true
    const digest = async (): Promise<void> => {
      const sha256 = await sha256Of(text)
      if (isCurrent) setShown({ language, sha256 })
    }
    if ('subtle' in crypto) void digest()
    return () => {
      isCurrent = false
    }
  }, [text, language])
  return shown
}
