import { createPreparedPart } from '#client/ui/loaded-part/prepared-part.ts'

/** The callout about an unverified email address, loaded only if needed. */
export const unverifiedEmailPart = createPreparedPart(
  async () => (await import('./unverified-email-callout.tsx')).UnverifiedEmailCallout,
)
