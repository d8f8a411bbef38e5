// The paths and cookies of the authorization server, in a file of their own: their readers must not load its library.

/** The resource identifier of the partner API. RFC 8707. */
export function audienceOf(publicUrl: string): string {
  return `${publicUrl}/partner/1`
}

export const cookieNames = { session: 'partner_session', interaction: 'partner_interaction', resume: 'partner_resume' }

export const interactionPath = '/oauth/interaction'
