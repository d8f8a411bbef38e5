import { randomBytes } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Config } from '#server/config.ts'
import type { TestDatabase } from '#test/database.ts'
import { createApplicationWithoutRoutes } from '#server/http/application-without-routes.ts'
import { createAccessTokenVerifier, type AccessTokenVerifier } from '#server/identity/access-token.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { createOpenIdProvider } from '#server/identity/openid-provider.ts'
import type { SessionDependencies } from '#server/identity/session/session-dependencies.ts'
import { addAuthRoutes } from '#server/identity/session/routes.ts'
import { createRecordingLog } from './recording-log.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { startScriptedProvider, type ScriptedProvider } from './scripted-provider.ts'

export const testPublicUrl = 'http://portal.example:8080'

type Calls = { dropped: string[]; ended: string[]; limited: string[]; endedTokens: string[] }

export type TestPortal = {
  app: FastifyInstance
  config: SessionDependencies['config']
  idp: ScriptedProvider
  clock: ManualClock
  database: TestDatabase
  verify: AccessTokenVerifier
  /** The dependencies of the session routes in `app`. */
  sessions: SessionDependencies
  lines: string[]
  calls: Calls
  /** Creates another application on the same database, like a second process of the portal. */
  createAnotherApp(overrides?: Partial<SessionDependencies>): Promise<FastifyInstance>
  close(): Promise<void>
}

export type TestPortalOptions = {
  database: TestDatabase
  config?: Partial<SessionDependencies['config']>
  oidc?: Partial<Config['oidc']>
}

/** Starts the session routes with a scripted identity provider, a real database and a manual clock. */
export async function startTestPortal({ database, config, oidc }: TestPortalOptions): Promise<TestPortal> {
  const clock = createManualClock()
  const idp = await startScriptedProvider({ clock })
  const { log, lines } = createRecordingLog()
  const calls: Calls = { dropped: [], ended: [], limited: [], endedTokens: [] }
  const settings = {
    publicUrl: testPublicUrl,
    oidc: { ...oidcOf(idp.issuer), ...oidc },
    sessionKey: randomBytes(32),
    brand: { fallback: 'default', hosts: new Map<string, string>(), switchable: false },
    ...config,
  }
  const started: SessionDependencies[] = []
  const apps: FastifyInstance[] = []

  async function another(overrides: Partial<SessionDependencies> = {}): Promise<FastifyInstance> {
    const provider = createOpenIdProvider({ oidc: settings.oidc, clock, log })
    const verify = createAccessTokenVerifier({ provider, oidc: settings.oidc, clock })
    const app = await createApplicationWithoutRoutes({ log, trustedProxies: [] })
    const dependencies: SessionDependencies = {
      config: settings,
      pool: database.pool,
      provider,
      verify,
      persons: createPersonDirectory(database),
      clock,
      log,
      limitSignIn: {
        own: async (address) => void calls.limited.push(`own ${address}`),
        elsewhere: async (address) => void calls.limited.push(`elsewhere ${address}`),
      },
      dropSubscriptions: async (personId) => void calls.dropped.push(personId),
      onSignedIn: async () => {},
      onSessionEnded: async (_transaction, { personId, tokenDigests }) => {
        calls.ended.push(personId)
        calls.endedTokens.push(...tokenDigests)
      },
      ...overrides,
    }
    addAuthRoutes(app, dependencies)
    await app.ready()
    started.push(dependencies)
    apps.push(app)
    return app
  }

  const app = await another()
  const [sessions] = started
  if (!sessions) throw new Error('No application.')
  return {
    app,
    config: settings,
    idp,
    clock,
    database,
    verify: sessions.verify,
    sessions,
    lines,
    calls,
    createAnotherApp: another,
    async close() {
      for (const each of apps) await each.close()
      await idp.close()
    },
  }
}

function oidcOf(issuer: string): Config['oidc'] {
  return {
    issuer,
    audience: 'gateway-portal',
    clientId: 'gateway-portal',
    clientSecret: 'client-secret-of-tests',
    clientAuth: null,
    emailVerified: 'claim' as const,
    prompt: null,
    profileUrl: `${issuer}/profile`,
    resource: null,
    scopeClaim: 'scope',
    scopeNames: new Map(),
  }
}

export type TestBrowser = {
  cookies: Map<string, string>
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Runs a complete sign-in. Returns the address to which the callback redirects. */
  signIn(options?: { sub?: string; returnTo?: string }): Promise<string>
}

/** Creates a browser that sends requests to the routes and stores cookies. */
export function createTestBrowser(
  portal: TestPortal,
  { app = portal.app, host = new URL(testPublicUrl).host } = {},
): TestBrowser {
  const cookies = new Map<string, string>()

  async function send(method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({ method, url, headers: { host, ...(cookie && { cookie }), ...headers } })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  return {
    cookies,
    get: (url, headers) => send('GET', url, headers),
    post: (url, headers) => send('POST', url, headers),
    async signIn({ sub = 'person-1', returnTo = '/' } = {}) {
      const begun = await send('GET', `/auth/login?returnTo=${encodeURIComponent(returnTo)}`)
      const back = portal.idp.signIn(String(begun.headers.location), sub)
      const done = await send('GET', `/auth/callback?${back}`)
      return String(done.headers.location)
    },
  }
}
