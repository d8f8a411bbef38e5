import { randomBytes } from 'node:crypto'
import { Provider } from 'oidc-provider'
import type { Pool } from 'pg'
import { minuteMs } from '#contract/durations.ts'
import { createAdapterFactory } from './adapter-factory.ts'
import { sendFailurePage } from './send-failure-page.ts'
import { loadSigningKeys } from './signing-keys.ts'
import { createPresentationFinder } from './presentation.ts'
import { signInStylesheet, signInStylesheetPath } from './pages/layout.ts'
import { signOutScript, signOutScriptPath } from './pages/message-pages.ts'
import { revealPasswordScript, revealPasswordScriptPath } from './pages/reveal-password-script.ts'
import type { IdentityProviderOptions } from './identity-provider.ts'
import { sendRedirect, sendAsset } from './reply.ts'
import type { RequestAndResponse } from './reply.ts'
import { createLibraryPages } from './library-pages.ts'
import { answerInteraction } from './routes/interaction.ts'
import { answerProfilePages } from './routes/profile.ts'
import { answerUserinfo } from './routes/userinfo.ts'
import { defaultLifetimes, createIdentityProviderConfiguration } from './provider-configuration.ts'
import * as store from './store.ts'
import { createSignInThrottle, defaultSignInLimits } from './sign-in-throttle.ts'
import type { SignInLimits } from './sign-in-throttle.ts'
import { readTypefaceFiles } from './typeface.ts'

// The limits of new accounts, because hashing a password takes CPU time. They are high, because many people in one
// office share an address.
const newAccountLimits: SignInLimits = { perAccount: 200, perAddress: 200, windowMs: 15 * minuteMs }

export type RequestHandler = (exchange: RequestAndResponse) => Promise<void>

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
  const presentations = await createPresentationFinder({ brandsFolder, defaultBrand, portalUrl })
  const typefaces = await readTypefaceFiles()
  const provider = new Provider(
    issuer,
    createIdentityProviderConfiguration({
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
    throttle: createSignInThrottle({ pool, clock, limits, purpose: 'sign-in' }),
    newAccountThrottle: createSignInThrottle({ pool, clock, limits: newAccountLimits, purpose: 'new-account' }),
  }
  async function answer(exchange: RequestAndResponse): Promise<void> {
    const path = pathOf(exchange)
    if (path === '/') return sendRedirect(exchange, `${options.portalUrl}/`)
    if (path === signInStylesheetPath) return sendAsset(exchange, 'text/css; charset=utf-8', signInStylesheet)
    if (path === signOutScriptPath) return sendAsset(exchange, 'text/javascript; charset=utf-8', signOutScript)
    if (path === revealPasswordScriptPath)
      return sendAsset(exchange, 'text/javascript; charset=utf-8', revealPasswordScript)
    const typeface = typefaces.get(path)
    if (typeface) return sendAsset(exchange, 'font/woff2', typeface)
    const theme = presentations.themeAt(path)
    if (theme !== null) return sendAsset(exchange, 'text/css; charset=utf-8', theme)
    if (await answerInteraction(context, exchange, path)) return
    if (await answerProfilePages(context, exchange, path)) return
    if (await answerUserinfo(context, exchange, path)) return
    await protocol(exchange.request, exchange.response)
  }

  return async (exchange) => {
    try {
      await answer(exchange)
    } catch (error) {
      sendFailurePage(context, exchange, error)
    }
  }
}

function pathOf({ request }: RequestAndResponse): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/'
}
