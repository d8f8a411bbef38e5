import * as openid from 'openid-client'
import type { Language } from '#contract/languages.ts'
import { requestedScopes } from '#contract/scopes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { isPlainHttp, type OpenIdProvider } from '../provider.ts'
import { clientAuthentication } from './client-authentication.ts'
import { issuedAtToleranceS } from './id-token.ts'

/** The tokens of an answer of the provider. At a renewal the provider may omit refresh token and ID token. */
export type ProviderTokens = { accessToken: string; refreshToken: string | null; idToken: string | null }

/** `claims`: the claims of the ID token, whose signature is not checked yet; null without an ID token. */
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
   * The maximum age of the person's sign-in at the provider, in seconds; null for any age. If it is older, the person
   * must sign in there again. With a maximum, the ID token has the time of the sign-in.
   */
  maxAgeS: number | null
}

/** The portal's calls to the provider. Each rejects with an error of openid-client, or Refusal `unavailable`. */
export type ProviderClient = {
  authorizationUrl(request: AuthorizationRequest): Promise<URL>
  /**
   * Exchanges the code of a callback for tokens. `callback`: the address of the redirect, which is checked before the
   * code is used.
   */
  exchange(callback: URL, attempt: Attempt): Promise<SignInTokens>
  renew(refreshToken: string): Promise<RenewedTokens>
  revoke(refreshToken: string): Promise<void>
  /** Returns the provider's userinfo claims about the person; null if the provider has no userinfo endpoint. */
  userinfo(accessToken: string, subject: string): Promise<Readonly<Record<string, unknown>> | null>
  /** Returns the address at which the browser ends the provider's session; null if the provider has none. */
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
    // openid-client uses the system's clock. This value corrects it to the portal's clock.
    [openid.clockSkew]: Math.floor(clock.now() / 1000) - Math.floor(Date.now() / 1000),
    [openid.clockTolerance]: issuedAtToleranceS,
  }
  const configuration = new openid.Configuration(metadata, oidc.clientId, client, clientAuthentication(metadata, oidc))
  configuration.timeout = timeoutS
  if (isPlainHttp(oidc.issuer)) openid.allowInsecureRequests(configuration)
  return configuration
}

/**
 * Returns the scopes to request. A scope that is mapped to an empty name is omitted, because some providers reject
 * names that they do not support.
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
