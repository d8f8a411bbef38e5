import { createPreloadablePart } from '#client/ui/loaded-part/preloadable-part.ts'

/** The component for a long list, which loads on demand. */
export const lazyManyAppliances = createPreloadablePart(
  async () => (await import('./many-appliances.tsx')).ManyAppliances,
)
