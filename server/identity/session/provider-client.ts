import * as openid from 'openid-client'
import type { Language } from '#contract/languages.ts'
import { requestedScopes } from '#contract/scopes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { isPlainHttp, type OpenIdProvider } from '../openid-provider.ts'
import { createClientAuthentication } from './client-authentication.ts'
import { issuedAtToleranceS } from './id-token.ts'

/**
 * The tokens in a response of the provider. When tokens are renewed, the provider may omit the refresh token and the
 * ID token.
 */
export type ProviderTokens = { accessToken: string; refreshToken: string | null; idToken: string | null }

/**
 * The tokens in the response to a renewal. `claims`: the claims of the new ID token, whose signature is not checked
 * yet; null if the response has no ID token.
 */
export type RenewedTokens = ProviderTokens & { claims: openid.IDToken | null }

export type SignInTokens = ProviderTokens & { idToken: string; claims: openid.IDToken }

type Attempt = { state: string; nonce: string; codeVerifier: string }

/**
 * A request to sign in at the provider. `language`: sent as `ui_locales` (OpenID Connect Core 1.0, section 3.1.2.1).
 */
export type AuthorizationRequest = Attempt & {
  redirectUri: string
  language: Language | null
  /**
   * The maximum age in seconds of the person's sign-in at the provider; null if any age is accepted. If the sign-in is
   * older, the person must sign in there again. With a maximum, the ID token contains the time of the sign-in.
   */
  maxAgeS: number | null
}

/**
 * The requests that the portal sends to the provider. They reject with an error of openid-client, or with Refusal
 * `unavailable`.
 */
export type ProviderClient = {
  authorizationUrl(request: AuthorizationRequest): Promise<URL>
  /**
   * Exchanges the code of a callback for tokens. `callback`: the URL to which the provider redirected the browser. The
   * function checks the URL before it uses the code.
   */
  exchange(callback: URL, attempt: Attempt): Promise<SignInTokens>
  renew(refreshToken: string): Promise<RenewedTokens>
  revoke(refreshToken: string): Promise<void>
  /** Returns the provider's userinfo claims about the person; null if the provider has no userinfo endpoint. */
  userinfo(accessToken: string, subject: string): Promise<Readonly<Record<string, unknown>> | null>
  /** Returns the URL that a browser opens to end its session at the provider; null if the provider has no such URL. */
  signOutUrl(idToken: string, returnTo: string): Promise<URL | null>
}

export type ProviderClientOptions = { provider: OpenIdProvider; oidc: Config['oidc']; clock: Clock }

const timeoutS = 5

export function createProviderClient({ provider, oidc, clock }: ProviderClientOptions): ProviderClient {
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
    // Corrects the system's clock, which openid-client uses, to the portal's clock, which tests can set.
    [openid.clockSkew]: Math.floor(clock.now() / 1000) - Math.floor(Date.now() / 1000),
    [openid.clockTolerance]: issuedAtToleranceS,
  }
  const configuration = new openid.Configuration(
    metadata,
    oidc.clientId,
    client,
    createClientAuthentication(metadata, oidc),
  )
  configuration.timeout = timeoutS
  if (isPlainHttp(oidc.issuer)) openid.allowInsecureRequests(configuration)
  return configuration
}

/**
 * Returns the scopes to request from the provider. The configuration can map a scope to an empty name; such a scope
 * is omitted, because some providers reject scopes that they do not support.
 */
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
