import { createPreloadablePart } from '#client/ui/loaded-part/preloadable-part.ts'

/** Loads the callout about an unverified email address. */
export const lazyUnverifiedEmailCallout = createPreloadablePart(
  async () => (await import('./unverified-email-callout.tsx')).UnverifiedEmailCallout,
)
