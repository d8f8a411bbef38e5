import { useEffect, useState } from 'react'
import type { ShownText } from '#contract/consent-text.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { sha256Of } from './sha256.ts'

/**
 * The digest of a text of consent that is shown, with the language of the page. Computed when the text is shown, so that
 * sending waits for nothing. Undefined on a page without encryption, where browsers have no digests.
 */
export function useShown(text: string): ShownText | undefined {
  const { language } = useTexts()
  const [shown, setShown] = useState<ShownText>()
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
