import { createPreparedPart } from '#client/ui/loaded-part/prepared-part.ts'

/** The callout about the invitation of a company. */
export const invitationPart = createPreparedPart(
  async () => (await import('./invitation-callout.tsx')).InvitationCallout,
)
