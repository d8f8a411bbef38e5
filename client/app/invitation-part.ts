import { createPreparedPart } from '#client/ui/loaded-part/prepared-part.ts'

/** Loads the callout about an invitation, only if there is one. */
export const invitationPart = createPreparedPart(
  async () => (await import('./invitation-callout.tsx')).InvitationCallout,
)
