import type { JWK } from 'jose'
import type { Adapter, Grant, ProviderContext } from 'oidc-provider'
import type { Pool } from 'pg'
import { signingAlgorithm } from './keys.ts'
import { noticePage, signingOutPage, signOutPage } from './pages/notice.ts'
import * as store from './store.ts'

/** Seconds. A refresh token's life counts from the sign-in: rotation does not extend it. */
export type Lifetimes = { accessToken: number; refreshToken: number; session: number }

const day = 24 * 60 * 60
export const defaultLifetimes: Lifetimes = { accessToken: 5 * 60, refreshToken: 14 * day, session: 14 * day }

/** Decisions 3: what the portal may ask for at its API. */
export const apiScopes = [
  'gateway.claiming',
  'gateway.removal',
  'gateway.list',
  'gateway.users',
  'resource',
  'flow.token-exchange',
]
const apiResource = 'urn:gateway-portal:api'

export type ProviderSettings = {
  pool: Pool
  adapter: (kind: string) => Adapter
  keys: JWK[]
  cookieKey: string
  clientId: string
  clientSecret: string
  audience: string
  portalUrl: string
  lifetimes: Lifetimes
  clock: { now(): number }
}

/** The configuration of `oidc-provider`: one first-party client, one API. */
export function providerConfiguration(settings: ProviderSettings): Record<string, unknown> {
  return {
    adapter: settings.adapter,
    jwks: { keys: settings.keys },
    clients: [portalClient(settings)],
    cookies: {
      keys: [settings.cookieKey],
      names: { session: 'idp_session', interaction: 'idp_interaction', resume: 'idp_resume' },
    },
    scopes: ['openid', 'offline_access', 'profile', 'email'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    // The portal reads the email from the ID token: one request less than userinfo.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic'],
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    findAccount: (_context: ProviderContext, id: string) => findAccount(settings.pool, id),
    loadExistingGrant: (context: ProviderContext) => grantEverything(context, settings),
    rotateRefreshToken: true,
    issueRefreshToken: () => Promise.resolve(true),
    // Signing out here ends everything that came from this session.
    expiresWithSession: () => Promise.resolve(true),
    ttl: timesToLive(settings.lifetimes),
    interactions: { url: (_context: ProviderContext, { uid }: { uid: string }) => `/interaction/${uid}` },
    renderError: (context: ProviderContext, out: { error: string }) => renderError(context, out, settings.portalUrl),
    features: features(settings),
    discovery: { scopes_supported: ['openid', 'offline_access', 'profile', 'email', ...apiScopes] },
  }
}

function portalClient({ clientId, clientSecret, portalUrl }: ProviderSettings): Record<string, unknown> {
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

function features({ audience, lifetimes, portalUrl }: ProviderSettings): Record<string, unknown> {
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
      logoutSource: renderSignOut,
      postLogoutSuccessSource: (context: ProviderContext) => renderSignedOut(context, portalUrl),
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

function timesToLive(lifetimes: Lifetimes): Record<string, unknown> {
  return {
    AccessToken: lifetimes.accessToken,
    AuthorizationCode: 60,
    Grant: lifetimes.refreshToken + day,
    IdToken: 60 * 60,
    Interaction: 60 * 60,
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
    claims: () =>
      Promise.resolve({
        sub: account.id,
        email: account.email,
        // Nobody confirms an address in the demo.
        email_verified: false,
        preferred_username: account.email,
      }),
  }
}

// First party: no consent is asked. One grant per browser session is the family that a replayed token ends.
async function grantEverything(context: ProviderContext, { lifetimes, clock }: ProviderSettings): Promise<Grant> {
  const grant = await existingGrant(context)
  grant.addOIDCScope('openid offline_access profile email')
  grant.addResourceScope(apiResource, apiScopes.join(' '))
  // A token issued now must not outlive its grant.
  grant.exp = Math.floor(clock.now() / 1000) + lifetimes.refreshToken + day
  await grant.save()
  return grant
}

async function existingGrant({ oidc }: ProviderContext): Promise<Grant> {
  const { provider, client, session, account, result } = oidc
  const id = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const existing = id ? await provider.Grant.find(id) : undefined
  if (existing) return existing
  if (!account) throw new Error('A grant needs a signed-in account.')
  return new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
}

function renderSignOut(context: ProviderContext, form: string): void {
  const { session, entities } = context.oidc
  const asked = entities.IdTokenHint?.payload.sub === session.accountId
  context.type = 'html'
  context.body = asked ? signingOutPage(form) : signOutPage(form)
}

function renderSignedOut(context: ProviderContext, portalUrl: string): void {
  context.type = 'html'
  context.body = noticePage({
    title: 'Signed out',
    text: 'You are signed out.',
    link: { href: `${portalUrl}/`, label: 'Go to the portal' },
  })
}

function renderError(context: ProviderContext, { error }: { error: string }, portalUrl: string): void {
  context.type = 'html'
  context.body = noticePage({
    title: 'This did not work',
    text: `Your request could not be completed (${error}). Go back to the portal and try again.`,
    link: { href: `${portalUrl}/`, label: 'Go to the portal' },
  })
}
