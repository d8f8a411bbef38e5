import * as oauth from 'openid-client'
import type { BridgeClock } from './clock.ts'
import { type BridgeSettings, isLoopback } from './settings.ts'
import type { TokenFile } from './token-file.ts'

/** Thrown if the owner has ended the access of the bridge, or if that access has expired. */
export class AccessEndedError extends Error {
  override name = 'AccessEndedError'
}

export type AccessTokenProvider = {
  /** Returns a valid access token. @throws AccessEndedError */
  token(): Promise<string>
  /** Discards an access token that the portal rejected, so that `token()` gets a new one. */
  discard(rejected: string): void
}

type Tokens = Awaited<ReturnType<typeof oauth.refreshTokenGrant>>

const day = 24 * 60 * 60_000
/** The remaining lifetime, in ms, below which an access token is replaced. */
const marginMs = 60_000

/** Returns the access that the bridge requests, as `authorization_details`. RFC 9396. */
function wanted(now: number): string {
  const until = new Date(now + 2 * 365 * day).toISOString().slice(0, 'YYYY-MM-DD'.length)
  const datatypes = ['status', 'faults', 'settings']
  const detail = { type: 'appliance', actions: ['read'], datatypes, history: 'P0M', purpose: 'home-automation', until }
  return JSON.stringify([detail])
}

export async function discoverAuthorizationServer({
  portalUrl,
  clientId,
  clientSecret,
}: BridgeSettings): Promise<oauth.Configuration> {
  const auth = clientSecret === undefined ? oauth.None() : oauth.ClientSecretBasic(clientSecret)
  const execute = isLoopback(new URL(portalUrl)) ? [oauth.allowInsecureRequests] : []
  return oauth.discovery(new URL(`${portalUrl}/oauth`), clientId, undefined, auth, { algorithm: 'oauth2', execute })
}

export type SignInWithCodeOptions = {
  configuration: oauth.Configuration
  file: TokenFile
  clock: BridgeClock
  print(line: string): void
  signal: AbortSignal
}

/**
 * Gets access with the refresh token in the file. If the file has no token, prints a code that the owner enters in a
 * browser. RFC 8628.
 */
export async function signInWithCode({
  configuration,
  file,
  clock,
  print,
  signal,
}: SignInWithCodeOptions): Promise<AccessTokenProvider> {
  let refreshToken = await file.read()
  let current: { token: string; expiresAt: number } | null = null
  let renewal: Promise<string> | null = null
  if (refreshToken === null) await keep(await askOwner())
  return {
    async token() {
      if (current && current.expiresAt > clock.now() + marginMs) return current.token
      // A refresh token is valid once. So simultaneous calls share one renewal.
      renewal ??= renew().finally(() => (renewal = null))
      return renewal
    },
    discard(rejectedToken) {
      if (current?.token === rejectedToken) current = null
    },
  }

  async function askOwner(): Promise<Tokens> {
    const tokenRequest = { scope: 'offline_access', authorization_details: wanted(clock.now()) }
    const device = await oauth.initiateDeviceAuthorization(configuration, tokenRequest)
    print(`To connect your heating, open ${device.verification_uri} and enter the code ${device.user_code}.`)
    print(`Or open ${device.verification_uri_complete ?? device.verification_uri}`)
    return oauth.pollDeviceAuthorizationGrant(configuration, device, undefined, { signal })
  }

  async function renew(): Promise<string> {
    try {
      return await keep(await oauth.refreshTokenGrant(configuration, refreshToken ?? ''))
    } catch (error) {
      if (!(error instanceof oauth.ResponseBodyError) || error.error !== 'invalid_grant') throw error
      throw new AccessEndedError('The portal no longer accepts the sign-in', { cause: error })
    }
  }

  async function keep(tokens: Tokens): Promise<string> {
    refreshToken = tokens.refresh_token ?? refreshToken
    if (refreshToken !== null) await file.write(refreshToken)
    current = { token: tokens.access_token, expiresAt: clock.now() + (tokens.expiresIn() ?? 0) * 1000 }
    return current.token
  }
}
