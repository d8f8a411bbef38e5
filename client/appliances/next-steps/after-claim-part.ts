import type { Texts } from '#client/i18n/text-provider.tsx'

import type { AfterClaim } from './next-steps.tsx'

let loaded: typeof AfterClaim | null = null

/** What a card shows after its claim. The page of the claim loads it, so that the new card is drawn with it. */
export const afterClaimPart = {
  async load(extend: Texts['extend']): Promise<typeof AfterClaim> {
    const part = await import('./next-steps.tsx')
    await extend(part.loadClaimTexts)
    loaded = part.AfterClaim
    return loaded
  },
  /** Null until loaded. */
  loaded: () => loaded,
}
