import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import type { Clock } from '#server/clock.ts'
import { requestedScopes } from '#contract/scopes.ts'

const key = await generateKeyPair('RS256', { extractable: true })
const secondKey = await generateKeyPair('RS256', { extractable: true })

/** Key pairs for tests. All tests of a file share them, because creating a pair is slow. */
export const testKeyPairs = { first: key, second: secondKey }

type KeyPair = typeof key
type Token = { claims?: Record<string, unknown>; header?: Record<string, unknown>; signedWith?: KeyPair }
type Answer = { status: number; body: unknown; headers?: Record<string, string> }

/** An OAuth error that the token endpoint returns. `challenge` is the WWW-Authenticate header for a rejected client. */
export type TokenRefusal = { status: number; error: string; challenge?: string }

export type CodeGrant = { challenge: string; redirectUri: string; nonce: string; sub: string }

/** The settings of the provider's behaviour. A test can change them at any time. */
export type ProviderScript = {
  /** The published keys by key id. The first key signs the tokens. */
  keys: Record<string, KeyPair>
  keysAnswer: 'ok' | 'broken'
  /** The answer of the token endpoint. `held` delays the answers until the test calls `release`. */
  tokenAnswer: 'ok' | 'broken' | 'held' | TokenRefusal
  client: { id: string; secret: string }
  /**
   * The method by which the client must authenticate. `basic-as-sent` compares the header without decoding it, as some
   * providers do.
   */
  clientAuth: 'basic' | 'basic-as-sent' | 'post'
  /** The access token to send instead of a JWT; null to send a JWT. */
  opaqueToken: string | null
  accessLifetimeS: number
  accessClaims: JWTPayload
  idClaims: JWTPayload
  idSignedWith: KeyPair | null
  refreshTokens: boolean
  metadata: Record<string, unknown>
  userinfo: Record<string, unknown>
}

export type ScriptedProvider = {
  issuer: string
  script: ProviderScript
  /** Returns the number of requests to this path so far. */
  count(path: string): number
  /** The bodies of the requests to the token endpoint. */
  grants: URLSearchParams[]
  revoked: string[]
  release(): void
  /** Resolves when a request has arrived whose answer the token endpoint delays. */
  held(): Promise<void>
  accessToken(token?: Token): Promise<string>
  idToken(token?: Token): Promise<string>
  /** Signs a person in without a page. Returns the query with which the provider would redirect to the portal. */
  signIn(authorizationUrl: string, sub?: string): URLSearchParams
  close(): Promise<void>
}

/**
 * Starts an OpenID provider whose answers a test controls with `script`. Use it to test wrong answers; the answers of
 * the stand-in provider are right.
 */
export async function startScriptedProvider({ clock }: { clock: Clock }): Promise<ScriptedProvider> {
  const script: ProviderScript = {
    keys: { first: testKeyPairs.first },
    keysAnswer: 'ok',
    tokenAnswer: 'ok',
    client: { id: 'gateway-portal', secret: 'client-secret-of-tests' },
    clientAuth: 'basic',
    opaqueToken: null,
    accessLifetimeS: 300,
    accessClaims: {},
    idClaims: {},
    idSignedWith: null,
    refreshTokens: true,
    metadata: {},
    userinfo: {},
  }
  const counts = new Map<string, number>()
  const grants: URLSearchParams[] = []
  const revoked: string[] = []
  const codes = new Map<string, CodeGrant>()
  const families = new Map<string, { family: string; sub: string }>()
  const usedTokens = new Map<string, string>()
  let gate = Promise.withResolvers<void>()
  let arrived = Promise.withResolvers<void>()

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', issuer).pathname
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const send = ({ status, body, headers }: Answer): unknown =>
      response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body))
    void answer(path, request).then(send)
  })
  const issuer = await listen(server)
  const nowS = (): number => Math.floor(clock.now() / 1000)

  async function answer(path: string, request: IncomingMessage): Promise<Answer> {
    switch (path) {
      case '/.well-known/openid-configuration':
        return { status: 200, body: metadataOf(issuer, script) }
      case '/jwks':
        return script.keysAnswer === 'ok' ? { status: 200, body: await jwksOf(script) } : { status: 500, body: {} }
      case '/token':
        return token(new URLSearchParams(await textOf(request)), request.headers.authorization)
      case '/userinfo':
        return { status: 200, body: script.userinfo }
      case '/revoke':
        revoked.push(new URLSearchParams(await textOf(request)).get('token') ?? '')
        return { status: 200, body: {} }
      default:
        return { status: 404, body: {} }
    }
  }

  async function token(body: URLSearchParams, authorization = ''): Promise<Answer> {
    grants.push(body)
    if (script.tokenAnswer === 'held') {
      arrived.resolve()
      await gate.promise
    }
    if (script.tokenAnswer === 'broken') return { status: 502, body: {} }
    if (typeof script.tokenAnswer === 'object') return toAnswer(script.tokenAnswer)
    if (!isClient(script, body, authorization)) return { status: 401, body: { error: 'invalid_client' } }
    return body.get('grant_type') === 'refresh_token' ? renewed(body) : redeemed(body)
  }

  async function redeemed(body: URLSearchParams): Promise<Answer> {
    const code = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (code?.challenge !== challenge || code.redirectUri !== body.get('redirect_uri')) return invalidGrant
    return tokens({ sub: code.sub, nonce: code.nonce }, randomUUID())
  }

  /**
   * Exchanges a refresh token, which can be used only once. If a token is sent a second time, revokes all tokens of the
   * same sign-in. RFC 9700, section 4.14.
   */
  async function renewed(body: URLSearchParams): Promise<Answer> {
    const presented = body.get('refresh_token') ?? ''
    const grant = families.get(presented)
    if (!grant) {
      const family = usedTokens.get(presented)
      for (const [refreshToken, member] of families) if (member.family === family) families.delete(refreshToken)
      return invalidGrant
    }
    families.delete(presented)
    usedTokens.set(presented, grant.family)
    return tokens({ sub: grant.sub }, grant.family)
  }

  async function tokens(claims: JWTPayload, family: string): Promise<Answer> {
    const refreshToken = `refresh-${randomUUID()}`
    families.set(refreshToken, { family, sub: claims.sub ?? '' })
    const body = {
      access_token: script.opaqueToken ?? (await accessToken({ claims: accessClaimsOf(claims) })),
      id_token: await idToken({
        claims: { email: 'person@example.com', ...claims, ...script.idClaims },
        ...(script.idSignedWith && { signedWith: script.idSignedWith }),
      }),
      token_type: 'Bearer',
      expires_in: script.accessLifetimeS,
      ...(script.refreshTokens && { refresh_token: refreshToken }),
    }
    return { status: 200, body }
  }

  function accessClaimsOf({ sub = '' }: JWTPayload): Record<string, unknown> {
    return { sub, jti: randomUUID(), ...script.accessClaims }
  }

  function sign(claims: JWTPayload, header: Record<string, unknown>, signedWith?: KeyPair): Promise<string> {
    const [kid, pair] = Object.entries(script.keys)[0] ?? ['none', testKeyPairs.first]
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid, ...header })
      .sign((signedWith ?? pair).privateKey)
  }

  function accessToken({ claims, header, signedWith }: Token = {}): Promise<string> {
    const standard = {
      iss: issuer,
      aud: 'gateway-portal',
      sub: 'person-1',
      iat: nowS(),
      exp: nowS() + script.accessLifetimeS,
      scope: requestedScopes.join(' '),
    }
    return sign({ ...standard, ...claims }, { typ: 'at+jwt', ...header }, signedWith)
  }

  function idToken({ claims, header, signedWith }: Token = {}): Promise<string> {
    const standard = { iss: issuer, aud: script.client.id, sub: 'person-1', iat: nowS(), exp: nowS() + 3600 }
    return sign({ ...standard, ...claims }, { typ: 'JWT', ...header }, signedWith)
  }

  function signIn(authorizationUrl: string, sub = 'person-1'): URLSearchParams {
    const searchParams = new URL(authorizationUrl).searchParams
    const code = `code-${randomUUID()}`
    codes.set(code, {
      challenge: searchParams.get('code_challenge') ?? '',
      redirectUri: searchParams.get('redirect_uri') ?? '',
      nonce: searchParams.get('nonce') ?? '',
      sub,
    })
    return new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: issuer })
  }

  return {
    issuer,
    script,
    count: (path) => counts.get(path) ?? 0,
    grants,
    revoked,
    release() {
      gate.resolve()
      gate = Promise.withResolvers()
      script.tokenAnswer = 'ok'
    },
    async held() {
      await arrived.promise
      arrived = Promise.withResolvers()
    },
    accessToken,
    idToken,
    signIn,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function toAnswer({ status, error, challenge }: TokenRefusal): Answer {
  return { status, body: { error }, ...(challenge && { headers: { 'www-authenticate': challenge } }) }
}

function isClient({ client, clientAuth }: ProviderScript, body: URLSearchParams, authorization: string): boolean {
  if (clientAuth === 'post') return body.get('client_id') === client.id && body.get('client_secret') === client.secret
  const sent = Buffer.from(/^Basic (.+)$/.exec(authorization)?.[1] ?? '', 'base64').toString('utf8')
  const [id = '', secret = ''] = sent.split(':').map(clientAuth === 'basic' ? decoded : (word) => word)
  return id === client.id && secret === client.secret
}

/** Decodes a client id or secret from the Basic header. RFC 6749, appendix B. */
function decoded(word: string): string {
  return decodeURIComponent(word.replaceAll('+', ' '))
}

const invalidGrant: Answer = { status: 400, body: { error: 'invalid_grant' } }

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function metadataOf(issuer: string, script: ProviderScript): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    revocation_endpoint: `${issuer}/revoke`,
    userinfo_endpoint: `${issuer}/userinfo`,
    end_session_endpoint: `${issuer}/end-session`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
    ...script.metadata,
  }
}

async function jwksOf({ keys }: ProviderScript): Promise<unknown> {
  const published = Object.entries(keys).map(async ([kid, { publicKey }]) => ({
    ...(await exportJWK(publicKey)),
    kid,
    alg: 'RS256',
    use: 'sig',
  }))
  return { keys: await Promise.all(published) }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
