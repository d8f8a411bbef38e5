import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { minuteMs } from '#contract/durations.ts'
import { createRequestHandler } from './request-handler.ts'
import type { RequestHandler } from './request-handler.ts'
import { addSigningKey } from './signing-keys.ts'
import { setSecurityHeaders } from './reply.ts'
import type { Lifetimes } from './provider-configuration.ts'
import * as store from './store.ts'
import type { SignInLimits } from './sign-in-throttle.ts'

export type IdentityProviderOptions = {
  databaseUrl: string
  clientId: string
  clientSecret: string
  /** The origin of the portal without a trailing slash. The portal is the only client of the provider. */
  portalUrl: string
  /** The issuer. By default it is `http://localhost:<port>`, because tests may listen on port 0. */
  issuer?: string
  host?: string
  /** The folder of the brands and the default brand. If they are undefined, the pages have no theme. */
  brandsFolder?: string
  defaultBrand?: string
  audience?: string
  lifetimes?: Partial<Lifetimes>
  limits?: Partial<SignInLimits>
  clock?: { now(): number }
  onError?: (error: unknown) => void
}

export type IdentityProvider = {
  /**
   * Opens the port and returns the issuer and the port; 0 chooses a free port. Rejects if the port or the database is
   * not available.
   */
  listen(port: number): Promise<{ issuer: string; port: number }>
  /**
   * Adds a new key, which signs all tokens from now on. The older keys stay published unless `dropOld` is set. Returns
   * the new `kid`.
   */
  rotateKeys(options?: { dropOld?: boolean }): Promise<string>
  close(): Promise<void>
}

const connectTimeoutMs = 5_000
const cleaningIntervalMs = 10 * minuteMs

/**
 * Creates a demo OpenID provider with accounts of its own (Specification 12.7). All its state is in the schema
 * `identity`.
 */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const onError = options.onError ?? ((error) => console.error('identity provider:', error))
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 5, connectionTimeoutMillis: connectTimeoutMs })
  pool.on('error', onError)
  const clock = options.clock ?? { now: () => Date.now() }
  const ready = Promise.withResolvers<void>()
  let handle: RequestHandler = () => Promise.reject(new Error('The provider is not open.'))
  let issuer = ''
  const server = createServer((request, response) => {
    setSecurityHeaders(response, options.portalUrl)
    // Lets the first requests wait for the issuer, because the port opens before the issuer is determined.
    ready.promise.then(() => handle({ request, response })).catch(onError)
  })
  const cleaningTimer = setInterval(
    () => void store.deleteExpiredArtifacts(pool, clock.now()).catch(onError),
    cleaningIntervalMs,
  )
  cleaningTimer.unref()

  async function reload(): Promise<void> {
    handle = await createRequestHandler({ options, pool, clock, issuer, onError })
  }

  return {
    async listen(port) {
      await store.createMissingTables(pool)
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
      clearInterval(cleaningTimer)
      // Ignores lost connections from now on, because the provider is closing.
      pool.off('error', onError).on('error', () => undefined)
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
      await pool.end()
    },
  }
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
