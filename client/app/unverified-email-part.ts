import { createPreparedPart } from '#client/ui/loaded-part/prepared-part.ts'

/** Loads the callout about an unverified email address, only if it is needed. */
export const unverifiedEmailPart = createPreparedPart(
  async () => (await import('./unverified-email-callout.tsx')).UnverifiedEmailCallout,
)
