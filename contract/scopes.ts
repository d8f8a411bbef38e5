/** The scopes of an access token for /api/2. Specification 12.3. */
export const scopes = ['gateway.claiming', 'gateway.removal', 'gateway.list', 'gateway.users', 'resource'] as const

export type Scope = (typeof scopes)[number]

/** The scopes that the portal requests at sign-in. Specification 6 and 12.3. */
export const requestedScopes = [
  'openid',
  'profile',
  'email',
  'offline_access',
  ...scopes,
  'flow.token-exchange',
] as const
