import type { JWK } from 'jose'
import type { Adapter, ProviderContext } from 'oidc-provider'
import type { Pool } from 'pg'
import { dayS, hourS, minuteS } from '#contract/durations.ts'
import { grantAllScopes } from './first-party-grant.ts'
import type { FirstPartyGrant } from './first-party-grant.ts'
import { signingAlgorithm } from './signing-keys.ts'
import type { LibraryPages } from './library-pages.ts'
import * as store from './store.ts'

/** Lifetimes in seconds. The lifetime of a refresh token counts from the sign-in, and a rotation does not extend it. */
export type Lifetimes = { accessToken: number; refreshToken: number; session: number }

export const defaultLifetimes: Lifetimes = { accessToken: 5 * minuteS, refreshToken: 14 * dayS, session: 14 * dayS }

/** The scopes of the portal's API. Specification 12.7. */
export const apiScopes = [
  'gateway.claiming',
  'gateway.removal',
  'gateway.list',
  'gateway.users',
  'resource',
  'flow.token-exchange',
]
const oidcScopes = ['openid', 'offline_access', 'profile', 'email']
const apiResource = 'urn:gateway-portal:api'

export type IdentityProviderSettings = {
  pool: Pool
  adapter: (kind: string) => Adapter
  keys: JWK[]
  cookieKey: string
  clientId: string
  clientSecret: string
  audience: string
  portalUrl: string
  rendering: LibraryPages
  lifetimes: Lifetimes
  clock: { now(): number }
}

/** Returns the configuration of `oidc-provider`, with one first-party client and one API. */
export function createIdentityProviderConfiguration(settings: IdentityProviderSettings): Record<string, unknown> {
  return {
    adapter: settings.adapter,
    jwks: { keys: settings.keys },
    clients: [portalClient(settings)],
    cookies: {
      keys: [settings.cookieKey],
      names: { session: 'idp_session', interaction: 'idp_interaction', resume: 'idp_resume' },
    },
    scopes: oidcScopes,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'given_name', 'family_name'],
    },
    // Puts email and names into the ID token, so that the portal does not need a userinfo request.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic'],
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    findAccount: (_context: ProviderContext, id: string) => findAccount(settings.pool, id),
    loadExistingGrant: (context: ProviderContext) => grantAllScopes(context, grantOf(settings)),
    rotateRefreshToken: true,
    issueRefreshToken: () => Promise.resolve(true),
    // A sign-out revokes all tokens of the session.
    expiresWithSession: () => Promise.resolve(true),
    ttl: timesToLive(settings.lifetimes),
    interactions: { url: (_context: ProviderContext, { uid }: { uid: string }) => `/interaction/${uid}` },
    renderError: settings.rendering.error,
    features: features(settings),
    discovery: { scopes_supported: [...oidcScopes, ...apiScopes] },
  }
}

function portalClient({ clientId, clientSecret, portalUrl }: IdentityProviderSettings): Record<string, unknown> {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [`${portalUrl}/auth/callback`],
    post_logout_redirect_uris: [`${portalUrl}/`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
    id_token_signed_response_alg: signingAlgorithm,
  }
}

function features({ audience, lifetimes, rendering }: IdentityProviderSettings): Record<string, unknown> {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    revocation: {
      enabled: true,
      allowedPolicy: (_context: ProviderContext, client: { clientId: string }, token: { clientId: string }) =>
        Promise.resolve(token.clientId === client.clientId),
    },
    userinfo: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: rendering.signOut,
      postLogoutSuccessSource: rendering.signedOut,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => Promise.resolve(apiResource),
      useGrantedResource: () => Promise.resolve(true),
      getResourceServerInfo: () => ({
        scope: apiScopes.join(' '),
        audience,
        accessTokenFormat: 'jwt',
        accessTokenTTL: lifetimes.accessToken,
        jwt: { sign: { alg: signingAlgorithm } },
      }),
    },
  }
}

function grantOf({ clock, lifetimes }: IdentityProviderSettings): FirstPartyGrant {
  return {
    oidcScopes: oidcScopes.join(' '),
    resource: apiResource,
    resourceScopes: apiScopes.join(' '),
    expiresAtSeconds: Math.floor(clock.now() / 1000) + grantLifetime(lifetimes),
  }
}

// Returns the lifetime of a grant. It is a day longer than that of a refresh token, so that no token outlives its
// grant.
function grantLifetime({ refreshToken }: Lifetimes): number {
  return refreshToken + dayS
}

function timesToLive(lifetimes: Lifetimes): Record<string, unknown> {
  return {
    AccessToken: lifetimes.accessToken,
    AuthorizationCode: 60,
    Grant: grantLifetime(lifetimes),
    IdToken: hourS,
    Interaction: hourS,
    RefreshToken: (context: ProviderContext | undefined) =>
      Math.max(1, context?.oidc.entities.RotatedRefreshToken?.remainingTTL ?? lifetimes.refreshToken),
    Session: lifetimes.session,
  }
}

async function findAccount(pool: Pool, id: string) {
  const account = await store.findAccountById(pool, id)
  if (!account) return undefined
  return {
    accountId: account.id,
    claims: () => Promise.resolve(claimsOf(account)),
  }
}

/** Returns the claims of an account. OpenID Connect Core 1.0, section 5.1. */
export function claimsOf({ id, email, emailVerified, givenName, familyName }: store.Account) {
  return {
    sub: id,
    email,
    email_verified: emailVerified,
    preferred_username: email,
    ...(givenName !== null && { given_name: givenName }),
    ...(familyName !== null && { family_name: familyName }),
  }
}
