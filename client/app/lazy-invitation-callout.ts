import { createPreloadablePart } from '#client/ui/loaded-part/preloadable-part.ts'

/** Loads the callout about an invitation. */
export const lazyInvitationCallout = createPreloadablePart(
  async () => (await import('./invitation-callout.tsx')).InvitationCallout,
)
