import * as openid from 'openid-client'
import type { Language } from '#contract/languages.ts'
import { requestedScopes } from '#contract/scopes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { isPlainHttp, type OpenIdProvider } from '../provider.ts'
import { clientAuthentication } from './client-authentication.ts'
import { issuedAtToleranceS } from './id-token.ts'

/** The provider's tokens, of which the provider returns only some at a renewal. */
export type ProviderTokens = { accessToken: string; refreshToken: string | null; idToken: string | null }

/** `claims`: the claims of the ID token, whose signature is not checked yet. */
export type RenewedTokens = ProviderTokens & { claims: openid.IDToken | null }

export type SignInTokens = ProviderTokens & { idToken: string; claims: openid.IDToken }

type Attempt = { state: string; nonce: string; codeVerifier: string }

/** `language` is sent as `ui_locales` (OpenID Connect Core 1.0, section 3.1.2.1). */
export type AuthorizationRequest = Attempt & {
  redirectUri: string
  language: Language | null
  /** The maximum age in seconds of a sign-in at the provider, which is otherwise repeated; the ID token then says when it was. Null for any age. */
  maxAgeS: number | null
}

/** The portal's calls to the provider. All reject with errors of openid-client, or Refusal `unavailable`. */
export type ProviderClient = {
  authorizationUrl(request: AuthorizationRequest): Promise<URL>
  /** `callback` is the address of the redirect; it is checked before the code is used. */
  exchange(callback: URL, attempt: Attempt): Promise<SignInTokens>
  renew(refreshToken: string): Promise<RenewedTokens>
  revoke(refreshToken: string): Promise<void>
  /** The provider's userinfo claims about the person; null if it has no userinfo endpoint. */
  userinfo(accessToken: string, subject: string): Promise<Readonly<Record<string, unknown>> | null>
  /** The provider's page that ends its session; null if it has none. */
  signOutUrl(idToken: string, returnTo: string): Promise<URL | null>
}

export type OpenClient = { provider: OpenIdProvider; oidc: Config['oidc']; clock: Clock }

const timeoutS = 5

export function createProviderClient({ provider, oidc, clock }: OpenClient): ProviderClient {
  const resource = oidc.resource === null ? {} : { resource: oidc.resource }
  const prompt = oidc.prompt === null ? {} : { prompt: oidc.prompt }
  const configuration = async (): Promise<openid.Configuration> => configure(await provider.metadata(), oidc, clock)

  return {
    async authorizationUrl({ redirectUri, state, nonce, codeVerifier, language, maxAgeS }) {
      return openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: scopeNamesOf(oidc),
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(language && { ui_locales: language }),
        ...(maxAgeS !== null && { max_age: String(maxAgeS) }),
        ...resource,
        ...prompt,
      })
    },
    async exchange(callback, { state, nonce, codeVerifier }) {
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      }
      const answer = await openid.authorizationCodeGrant(await configuration(), callback, checks, resource)
      const claims = answer.claims()
      if (answer.id_token === undefined || claims === undefined) throw new Error('The provider sent no ID token.')
      return { ...tokensOf(answer), idToken: answer.id_token, claims }
    },
    async renew(refreshToken) {
      const answer = await openid.refreshTokenGrant(await configuration(), refreshToken, resource)
      return { ...tokensOf(answer), claims: answer.claims() ?? null }
    },
    async revoke(refreshToken) {
      const metadata = await provider.metadata()
      if (metadata.revocation_endpoint === undefined) return
      await openid.tokenRevocation(await configuration(), refreshToken, { token_type_hint: 'refresh_token' })
    },
    async userinfo(accessToken, subject) {
      const metadata = await provider.metadata()
      if (metadata.userinfo_endpoint === undefined) return null
      return openid.fetchUserInfo(await configuration(), accessToken, subject)
    },
    async signOutUrl(idToken, returnTo) {
      const metadata = await provider.metadata()
      if (metadata.end_session_endpoint === undefined) return null
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnTo }
      return openid.buildEndSessionUrl(await configuration(), parameters)
    },
  }
}

function configure(metadata: openid.ServerMetadata, oidc: Config['oidc'], clock: Clock): openid.Configuration {
  const client = {
    // openid-client reads the system's clock; this skew corrects it to the portal's clock.
    [openid.clockSkew]: Math.floor(clock.now() / 1000) - Math.floor(Date.now() / 1000),
    [openid.clockTolerance]: issuedAtToleranceS,
  }
  const configuration = new openid.Configuration(metadata, oidc.clientId, client, clientAuthentication(metadata, oidc))
  configuration.timeout = timeoutS
  if (isPlainHttp(oidc.issuer)) openid.allowInsecureRequests(configuration)
  return configuration
}

/** A scope mapped to an empty name is not requested: some providers reject unknown names. */
function scopeNamesOf({ scopeNames }: Config['oidc']): string {
  return requestedScopes
    .map((scope) => scopeNames.get(scope) ?? scope)
    .filter((name) => name !== '')
    .join(' ')
}

function tokensOf(answer: openid.TokenEndpointResponse): ProviderTokens {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    idToken: answer.id_token ?? null,
  }
}
