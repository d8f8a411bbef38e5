// Paths and cookies of the authorization server. This file is separate, so that modules that import it do not load the
// library `oidc-provider`.

/** The resource identifier of the partner API. RFC 8707. */
export function partnerApiAudienceOf(publicUrl: string): string {
  return `${publicUrl}/partner/1`
}

export const authorizationCookieNames = {
  session: 'partner_session',
  interaction: 'partner_interaction',
  resume: 'partner_resume',
}

export const interactionPath = '/oauth/interaction'
