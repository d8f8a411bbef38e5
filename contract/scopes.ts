/** What an access token may allow. Decisions 3. */
export const scopes = ['gateway.claiming', 'gateway.removal', 'gateway.list', 'gateway.users', 'resource'] as const

export type Scope = (typeof scopes)[number]

/** All that the portal asks for at sign-in. Specification 6, decisions 3. */
export const requestedScopes = [
  'openid',
  'profile',
  'email',
  'offline_access',
  ...scopes,
  'flow.token-exchange',
] as const
