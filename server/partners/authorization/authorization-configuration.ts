import type { JWK } from 'jose'
import { type Adapter, type ProviderContext, errors, interactionPolicy } from 'oidc-provider'
import { dayS, hourS, minuteS } from '#contract/durations.ts'
import { applianceAuthorizationDetail } from '#contract/appliance-authorization-detail.ts'
import { clientSigningAlgorithms } from '#contract/client-public-keys.ts'
import { endOfGrant, maxGrantYears, parseHistoryMonths } from '#contract/sharing.ts'
import { idTokenAlgorithm } from './id-token-keys.ts'
import { authorizationCookieNames, interactionPath } from './paths-and-cookies.ts'
import { deriveKey } from '#server/derive-key.ts'

export type AuthorizationServerSettings = {
  /** The resource identifier of the partner API, RFC 8707. */
  audience: string
  isSecure: boolean
  keys: JWK[]
  registryKey: Buffer
  adapter: (kind: string) => Adapter
  pages: AuthorizationPages
}

/**
 * The documents that the authorization server itself shows to people: errors, and the code of a device. All other
 * documents are pages of the portal.
 */
export type AuthorizationPages = {
  error(context: ProviderContext, out: { error: string }): void
  /** `rest`: the library's form, its parameters, and the error if the code was wrong. */
  enterCode(context: ProviderContext, ...rest: [form: string, out: unknown, error: unknown]): void
  /** `rest`: the library's form, the client, the device, and the code that was typed. */
  confirmCode(
    context: ProviderContext,
    ...rest: [form: string, client: NamedClient, device: unknown, code: string]
  ): void
  done(context: ProviderContext): void
}

type NamedClient = { clientName?: string | undefined }

const yearS = 366 * dayS

/**
 * The lifetimes of artifacts, in seconds. `Grant` has the longest possible lifetime of a grant; whether a grant is
 * still in force is checked at each use. Specification 27.2.
 */
const timesToLiveS = {
  AccessToken: 10 * minuteS,
  AuthorizationCode: minuteS,
  ClientCredentials: 10 * minuteS,
  DeviceCode: 10 * minuteS,
  Grant: 5 * yearS,
  IdToken: 10 * minuteS,
  Interaction: hourS,
  PushedAuthorizationRequest: minuteS,
  RefreshToken: 5 * yearS,
  Session: hourS,
}

/**
 * Returns the configuration of `oidc-provider` as the portal's authorization server for third parties. Specification
 * 27.2.
 */
export function createAuthorizationConfiguration(settings: AuthorizationServerSettings): Record<string, unknown> {
  const { adapter, keys, isSecure, registryKey } = settings
  const cookie = { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: true } as const
  return {
    adapter,
    jwks: { keys },
    cookies: { keys: [derive(registryKey, 'cookies')], names: authorizationCookieNames, long: cookie, short: cookie },
    scopes: ['openid', 'offline_access'],
    claims: { openid: ['sub'] },
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    assertJwtClientAuthClaimsAndHeader: refuseLongAssertion,
    clientDefaults: { id_token_signed_response_alg: idTokenAlgorithm },
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    // The account id is the pseudonym of a person for one client, and becomes `sub`.
    findAccount: async (_: ProviderContext, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId }),
    }),
    // Loads only the grant of the new consent: every request needs a new consent of the person.
    loadExistingGrant: async ({ oidc }: ProviderContext) => {
      const grantId = oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId)
    },
    issueRefreshToken: async () => true,
    rotateRefreshToken: ({ oidc }: ProviderContext) => oidc.client.clientAuthMethod === 'none',
    expiresWithSession: async () => false,
    ttl: timesToLiveS,
    interactions: {
      url: (_: ProviderContext, { uid }: { uid: string }) => `${interactionPath}/${uid}`,
      policy: onlyConsent(),
    },
    renderError: settings.pages.error,
    features: features(settings),
    enabledJWA: {
      idTokenSigningAlgValues: [idTokenAlgorithm],
      clientAuthSigningAlgValues: [...clientSigningAlgorithms],
      dPoPSigningAlgValues: [...clientSigningAlgorithms],
    },
    routes: { authorization: '/authorize', pushed_authorization_request: '/par', userinfo: '/userinfo' },
  }
}

/**
 * The maximum remaining lifetime of a client's assertion. The portal must store the `jti` of an assertion until it
 * expires.
 */
const maxAssertionS = hourS

/**
 * Refuses an assertion that is valid for longer than `maxAssertionS`. The library makes all other checks of RFC 7523,
 * section 3.
 */
async function refuseLongAssertion(_: ProviderContext, { exp }: { exp: number }): Promise<void> {
  if (exp > Date.now() / 1000 + maxAssertionS)
    throw new errors.InvalidClientAuth('the client_assertion must expire within an hour')
}

/**
 * Returns the interaction policy. It has one prompt, for consent; the portal's page for this prompt also requires a
 * sign-in.
 */
function onlyConsent(): unknown {
  const { Check, Prompt, base } = interactionPolicy
  const isOpen = ({ oidc }: ProviderContext): boolean => !oidc.result?.login || !oidc.result.consent?.grantId
  const policy = base()
  policy.clear()
  policy.add(
    new Prompt(
      { name: 'consent', requestable: true },
      new Check('consent_missing', 'The person has not answered', 'consent_required', isOpen),
    ),
  )
  return policy
}

function features({ audience, pages }: AuthorizationServerSettings): Record<string, unknown> {
  return {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    deviceFlow: {
      enabled: true,
      mask: '****-****',
      charset: 'base-20',
      userCodeInputSource: pages.enterCode,
      userCodeConfirmSource: pages.confirmCode,
      successSource: pages.done,
    },
    // A client can use DPoP, but need not. The server issues no nonces, so processes share only the record of used
    // proofs.
    dPoP: { enabled: true },
    introspection: {
      enabled: true,
      allowedPolicy: async (_: ProviderContext, client: Owner, token: Owner) => token.clientId === client.clientId,
    },
    pushedAuthorizationRequests: { enabled: true, allowUnregisteredRedirectUris: false },
    revocation: {
      enabled: true,
      allowedPolicy: async (_: ProviderContext, client: Owner, token: Owner) => token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => audience,
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_: ProviderContext, resource: string) => {
        if (resource !== audience) throw new errors.InvalidTarget()
        return { scope: '', audience, accessTokenFormat: 'opaque', accessTokenTTL: timesToLiveS.AccessToken }
      },
    },
    richAuthorizationRequests: {
      enabled: true,
      types: { appliance: { validate: refuseDetail } },
      authorizationDetailsForGrantSource: async ({ oidc }: ProviderContext) => oidc.grant?.rar,
      authorizationDetailsForAccessToken: async (_: ProviderContext, _token: unknown, source: Details | undefined) =>
        source?.rar,
      authorizationDetailsForIntrospection: async (_: ProviderContext, token: Details) => token.rar,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  }
}

type Owner = { clientId: string }
type Details = { rar?: unknown }

/**
 * Checks the authorization detail of a request. It must be the only detail, because the consent page shows one. It
 * must end in the future, within `maxGrantYears`. If it requests a history, its datatypes must include `history`.
 */
async function refuseDetail({ oidc }: ProviderContext, detail: unknown): Promise<void> {
  const refuse = (why: string): never => {
    throw new errors.InvalidAuthorizationDetails(why)
  }
  const parsed = applianceAuthorizationDetail.safeParse(detail)
  if (!parsed.success)
    return refuse(
      'type appliance needs actions, datatypes, history (P0M to P24M), purpose and until (YYYY-MM-DD), and nothing else; see /developers',
    )
  if ((JSON.parse(oidc.params.authorization_details ?? '[]') as unknown[]).length > 1)
    refuse('only one detail is possible')
  const { history, datatypes, until } = parsed.data
  const now = Date.now()
  if (endOfGrant(until) <= now) refuse('until is in the past')
  if (endOfGrant(until) > now + maxGrantYears * yearS * 1000) refuse(`until is more than ${maxGrantYears} years away`)
  if (parseHistoryMonths(history) > 0 && !datatypes.includes('history')) refuse('history needs the datatype history')
}

function derive(key: Buffer, use: string): string {
  return deriveKey(key, `authorization server: ${use}`).toString('base64url')
}
