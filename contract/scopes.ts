/** What an access token may allow. Specification 12.3. */
export const scopes = ['gateway.claiming', 'gateway.removal', 'gateway.list', 'gateway.users', 'resource'] as const

export type Scope = (typeof scopes)[number]

/** All that the portal asks for at sign-in. Specification 6 and 12.3. */
export const requestedScopes = [
  'openid',
  'profile',
  'email',
  'offline_access',
  ...scopes,
  'flow.token-exchange',
] as const
