import type { Texts } from '#client/i18n/text-provider.tsx'

import type { AfterClaim } from './next-steps.tsx'

let loaded: typeof AfterClaim | null = null

/**
 * The part of a card that is shown after the claim of the appliance. The page of the claim loads the code, so that
 * the new card is drawn with this part.
 */
export const afterClaimPart = {
  async load(extend: Texts['extend']): Promise<typeof AfterClaim> {
    const part = await import('./next-steps.tsx')
    await extend(part.loadClaimTexts)
    loaded = part.AfterClaim
    return loaded
  },
  /** Returns the component; null until it is loaded. */
  loaded: () => loaded,
}
