import { createPreparedPart } from '#client/ui/loaded-part/prepared-part.ts'

/** The callout about an invitation, loaded only if there is one. */
export const invitationPart = createPreparedPart(
  async () => (await import('./invitation-callout.tsx')).InvitationCallout,
)
