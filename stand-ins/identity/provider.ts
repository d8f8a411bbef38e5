import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errors, Provider } from 'oidc-provider'
import pg from 'pg'
import { adapterFactory } from './adapter.ts'
import { FormRefusal } from './form.ts'
import { addSigningKey, loadSigningKeys } from './keys.ts'
import { stylesheet, stylesheetPath } from './pages/layout.ts'
import { noticePage, submitScript, submitScriptPath } from './pages/notice.ts'
import { redirect, sendAsset, sendPage, setSecurityHeaders } from './reply.ts'
import type { Exchange, Outcome } from './reply.ts'
import { handleInteraction } from './routes/interaction.ts'
import { handleProfile } from './routes/profile.ts'
import { handleUserinfo } from './routes/userinfo.ts'
import { defaultLifetimes, providerConfiguration } from './settings.ts'
import type { Lifetimes } from './settings.ts'
import * as store from './store.ts'
import { createThrottle, defaultLimits } from './throttle.ts'
import type { SignInLimits } from './throttle.ts'

export type IdentityProviderOptions = {
  databaseUrl: string
  clientId: string
  clientSecret: string
  /** Origin of the portal, without a slash at the end: the only one that may send people here. */
  portalUrl: string
  /** Default: `http://localhost:<port>`, so that tests may listen on port 0. */
  issuer?: string
  host?: string
  audience?: string
  lifetimes?: Partial<Lifetimes>
  limits?: Partial<SignInLimits>
  clock?: { now(): number }
  onError?: (error: unknown) => void
}

export type IdentityProvider = {
  /** Opens the port (0 takes a free one) and answers the issuer. Rejects when the port or the database is not there. */
  listen(port: number): Promise<{ issuer: string; port: number }>
  /** Signs with a new key from now on. The older keys stay published unless `dropOld`. Answers the new `kid`. */
  rotateKeys(options?: { dropOld?: boolean }): Promise<string>
  close(): Promise<void>
}

const cleaningIntervalMs = 10 * 60_000
// Each new account costs a password hash; an office behind one address still gets on.
const newAccountLimits: SignInLimits = { perAccount: 200, perAddress: 200, windowMs: 15 * 60_000 }

/** A demo OpenID provider with accounts of its own (decisions 3). All its state is in the schema `identity`. */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const onError = options.onError ?? ((error) => console.error('identity provider:', error))
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 5 })
  pool.on('error', onError)
  const clock = options.clock ?? { now: () => Date.now() }
  const ready = Promise.withResolvers<void>()
  let handle: Handler = () => Promise.reject(new Error('The provider is not open.'))
  let issuer = ''
  const server = createServer((request, response) => {
    setSecurityHeaders(response, options.portalUrl)
    // The port opens before the issuer is known; the first requests wait for that.
    const answered = ready.promise.then(() => handle({ request, response }))
    answered.catch((error: unknown) => sendFailure({ request, response }, options, error, onError))
  })
  const cleaning = setInterval(() => void store.deleteExpired(pool, clock.now()).catch(onError), cleaningIntervalMs)
  cleaning.unref()

  async function reload(): Promise<void> {
    handle = await createHandler({ options, pool, clock, issuer, onError })
  }

  return {
    async listen(port) {
      await store.prepareSchema(pool)
      const boundPort = await bind(server, port, options.host ?? 'localhost')
      issuer = options.issuer ?? `http://localhost:${boundPort}`
      await reload()
      ready.resolve()
      return { issuer, port: boundPort }
    },
    async rotateKeys({ dropOld = false } = {}) {
      const kid = await addSigningKey(pool, { dropOld })
      await reload()
      return kid
    },
    async close() {
      clearInterval(cleaning)
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
      await pool.end()
    },
  }
}

type Handler = (exchange: Exchange) => Promise<void>

type HandlerDependencies = {
  options: IdentityProviderOptions
  pool: pg.Pool
  clock: { now(): number }
  issuer: string
  onError: (error: unknown) => void
}

async function createHandler({ options, pool, clock, issuer, onError }: HandlerDependencies): Promise<Handler> {
  const keys = await loadSigningKeys(pool)
  const secret = await store.keepSecret(pool, 'forms-and-cookies', randomBytes(32).toString('base64url'))
  const audience = options.audience ?? 'gateway-portal'
  const provider = new Provider(
    issuer,
    providerConfiguration({
      pool,
      keys,
      clock,
      audience,
      adapter: adapterFactory({ pool, clock }),
      cookieKey: secret,
      clientId: options.clientId,
      clientSecret: options.clientSecret,
      portalUrl: options.portalUrl,
      lifetimes: { ...defaultLifetimes, ...options.lifetimes },
    }),
  )
  provider.on('server_error', (_context, error) => onError(error))
  const protocol = provider.callback()
  const limits = { ...defaultLimits, ...options.limits }
  const context = {
    provider,
    pool,
    secret,
    issuer,
    audience,
    keys,
    origin: new URL(issuer).origin,
    portalUrl: options.portalUrl,
    throttle: createThrottle({ pool, clock, limits, purpose: 'sign-in' }),
    newAccountThrottle: createThrottle({ pool, clock, limits: newAccountLimits, purpose: 'new-account' }),
  }
  return async (exchange) => {
    const path = pathOf(exchange)
    if (path === '/') return redirect(exchange, `${options.portalUrl}/`)
    if (path === stylesheetPath) return sendAsset(exchange, 'text/css; charset=utf-8', stylesheet)
    if (path === submitScriptPath) return sendAsset(exchange, 'text/javascript; charset=utf-8', submitScript)
    if (await handleInteraction(context, exchange, path)) return
    if (await handleProfile(context, exchange, path)) return
    if (await handleUserinfo(context, exchange, path)) return
    await protocol(exchange.request, exchange.response)
  }
}

function pathOf({ request }: Exchange): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/'
}

function bind(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function sendFailure(
  exchange: Exchange,
  { portalUrl }: IdentityProviderOptions,
  error: unknown,
  onError: (error: unknown) => void,
): void {
  const { outcome, title, text } = failureOf(error)
  if (outcome === 'broken') onError(error)
  if (exchange.response.headersSent) return void exchange.response.destroy()
  sendPage(exchange, outcome, noticePage({ title, text, link: { href: `${portalUrl}/`, label: 'Go to the portal' } }))
}

type Failure = { outcome: Outcome; title: string; text: string }

function failureOf(error: unknown): Failure {
  if (error instanceof errors.SessionNotFound) {
    const text = 'This sign-in is over or took too long. Go to the portal to sign in.'
    return { outcome: 'expired', title: 'Sign in again', text }
  }
  if (error instanceof FormRefusal) {
    const outcome = error.reason === 'too-large' ? 'too-large' : 'forbidden'
    return { outcome, title: 'This did not work', text: 'The form was refused. Go to the portal and try again.' }
  }
  return { outcome: 'broken', title: 'This did not work', text: 'Something went wrong here. Try again in a minute.' }
}
