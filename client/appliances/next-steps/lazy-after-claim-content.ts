import type { Texts } from '#client/i18n/text-provider.tsx'

import type { AfterClaimContent } from './after-claim-content.tsx'

let afterClaimContent: typeof AfterClaimContent | null = null

/**
 * The part of a card that is shown after the claim of the appliance. The page of the claim loads the code, so that
 * the new card is drawn with this part.
 */
export const lazyAfterClaimContent = {
  async load(extend: Texts['extend']): Promise<typeof AfterClaimContent> {
    const part = await import('./after-claim-content.tsx')
    await extend(part.loadClaimTexts)
    afterClaimContent = part.AfterClaimContent
    return afterClaimContent
  },
  /** Returns the component; null until it is loaded. */
  loaded: () => afterClaimContent,
}
