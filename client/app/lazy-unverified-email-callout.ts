import { createPreloadablePart } from '#client/ui/loaded-part/preloadable-part.ts'

/** Loads the callout about an unverified email address, only if it is needed. */
export const lazyUnverifiedEmailCallout = createPreloadablePart(
  async () => (await import('./unverified-email-callout.tsx')).UnverifiedEmailCallout,
)
