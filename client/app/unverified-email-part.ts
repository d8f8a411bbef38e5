import { createPreparedPart } from '#client/ui/loaded-part/prepared-part.ts'

/** The callout about an email address that nobody has confirmed. */
export const unverifiedEmailPart = createPreparedPart(
  async () => (await import('./unverified-email-callout.tsx')).UnverifiedEmailCallout,
)
