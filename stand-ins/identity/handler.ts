import { randomBytes } from 'node:crypto'
import { Provider } from 'oidc-provider'
import type { Pool } from 'pg'
import { createAdapterFactory } from './adapter.ts'
import { sendFailure } from './failure.ts'
import { loadSigningKeys } from './keys.ts'
import { readPresentations } from './presentation.ts'
import { stylesheet, stylesheetPath } from './pages/layout.ts'
import { submitScript, submitScriptPath } from './pages/message-pages.ts'
import { revealScript, revealScriptPath } from './pages/reveal-password.ts'
import type { IdentityProviderOptions } from './provider.ts'
import { redirect, sendAsset } from './reply.ts'
import type { Exchange } from './reply.ts'
import { createLibraryPages } from './library-pages.ts'
import { handleInteraction } from './routes/interaction.ts'
import { handleProfile } from './routes/profile.ts'
import { handleUserinfo } from './routes/userinfo.ts'
import { defaultLifetimes, providerConfiguration } from './settings.ts'
import * as store from './store.ts'
import { createThrottle, defaultSignInLimits } from './throttle.ts'
import type { SignInLimits } from './throttle.ts'
import { readTypefaces } from './typeface.ts'

// The limits restrict the CPU time for hashing the passwords of new accounts. They are high, because many people in
// one office share an address.
const newAccountLimits: SignInLimits = { perAccount: 200, perAddress: 200, windowMs: 15 * 60_000 }

export type RequestHandler = (exchange: Exchange) => Promise<void>

type HandlerDependencies = {
  options: IdentityProviderOptions
  pool: Pool
  clock: { now(): number }
  issuer: string
  onError: (error: unknown) => void
}

/**
 * Reads the stored signing keys, and returns a handler that uses them. The handler first answers the provider's own
 * pages, then the requests of the protocol.
 */
export async function createRequestHandler({
  options,
  pool,
  clock,
  issuer,
  onError,
}: HandlerDependencies): Promise<RequestHandler> {
  const keys = await loadSigningKeys(pool)
  const secret = await store.readOrStoreSecret(pool, 'forms-and-cookies', randomBytes(32).toString('base64url'))
  const audience = options.audience ?? 'gateway-portal'
  const { brandsFolder, defaultBrand, portalUrl } = options
  const presentations = await readPresentations({ brandsFolder, defaultBrand, portalUrl })
  const typefaces = await readTypefaces()
  const provider = new Provider(
    issuer,
    providerConfiguration({
      pool,
      keys,
      clock,
      audience,
      adapter: createAdapterFactory({ pool, clock }),
      cookieKey: secret,
      clientId: options.clientId,
      clientSecret: options.clientSecret,
      portalUrl: options.portalUrl,
      rendering: createLibraryPages(presentations, options.portalUrl),
      lifetimes: { ...defaultLifetimes, ...options.lifetimes },
    }),
  )
  provider.on('server_error', (_context, error) => onError(error))
  const protocol = provider.callback()
  const limits = { ...defaultSignInLimits, ...options.limits }
  const context = {
    provider,
    pool,
    secret,
    issuer,
    audience,
    keys,
    origin: new URL(issuer).origin,
    portalUrl: options.portalUrl,
    presentations,
    onError,
    throttle: createThrottle({ pool, clock, limits, purpose: 'sign-in' }),
    newAccountThrottle: createThrottle({ pool, clock, limits: newAccountLimits, purpose: 'new-account' }),
  }
  async function answer(exchange: Exchange): Promise<void> {
    const path = pathOf(exchange)
    if (path === '/') return redirect(exchange, `${options.portalUrl}/`)
    if (path === stylesheetPath) return sendAsset(exchange, 'text/css; charset=utf-8', stylesheet)
    if (path === submitScriptPath) return sendAsset(exchange, 'text/javascript; charset=utf-8', submitScript)
    if (path === revealScriptPath) return sendAsset(exchange, 'text/javascript; charset=utf-8', revealScript)
    const typeface = typefaces.get(path)
    if (typeface) return sendAsset(exchange, 'font/woff2', typeface)
    const theme = presentations.themeAt(path)
    if (theme !== null) return sendAsset(exchange, 'text/css; charset=utf-8', theme)
    if (await handleInteraction(context, exchange, path)) return
    if (await handleProfile(context, exchange, path)) return
    if (await handleUserinfo(context, exchange, path)) return
    await protocol(exchange.request, exchange.response)
  }

  return async (exchange) => {
    try {
      await answer(exchange)
    } catch (error) {
      sendFailure(context, exchange, error)
    }
  }
}

function pathOf({ request }: Exchange): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/'
}
