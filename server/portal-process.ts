import { access } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Brands } from '#brands/read-brands.ts'
import { buildApp } from './app.ts'
import { createDailyRecorder } from './audit/daily/daily-recorder.ts'
import { measureBusConnection } from './live/bus/metrics.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { openFileStore } from './exports/files/open-file-store.ts'
import { createAddressReader } from './http/client-address.ts'
import { brandHintsOf, chooseBrand } from './http/brand-of-request.ts'
import { createAddressLimit } from './http/rate-limit.ts'
import type { Probe } from './http/health.ts'
import { measureRequests } from './http/request-metrics.ts'
import { createTokenVerifier } from './identity/access-token.ts'
import { createEndedTokenList } from './identity/ended-token-list.ts'
import { createPersonDirectory } from './identity/person-directory.ts'
import { openProvider } from './identity/provider.ts'
import { recordSignInBrowser } from './notices/browsers.ts'
import { openProcessBus } from './process-bus.ts'
import type { Closing } from './process-end.ts'
import { attachEventBus } from './live/push/event-bus-server.ts'
import { exposePushMetrics } from './live/push/metrics.ts'
import { dropSubscriptions } from './live/push/routes.ts'
import { withErrorMessage, fileErrorMessage, listenErrorMessage } from './start-error.ts'
import { readTerms } from './terms/documents.ts'
import { createTermsGate } from './terms/gate.ts'

export type ProcessDependencies = {
  config: Config
  database: Database
  brands: Brands
  clock: Clock
  log: Logger
  registry: Registry
  /** The probes of dependencies that `/readyz` checks. Each role adds its own. */
  probes: Probe[]
  /** A signal that is aborted when the process begins to stop. */
  ending: AbortSignal
}

/**
 * The limit of sign-ins from one network address, which an office or a whole town may share. A person who exceeds the
 * limit waits at most a minute.
 */
const signInRateLimit = { attempts: 60, windowS: 60, portion: 1 }

/** Starts those of the roles `api`, `push` and `partners` that are configured. Returns a function that stops them. */
export async function startPortal(dependencies: ProcessDependencies): Promise<Closing> {
  const { config, database, clock, log, registry } = dependencies
  const bus = await openProcessBus({ config, database, log, registry })
  const provider = openProvider({ oidc: config.oidc, clock, log })
  const endedTokens = createEndedTokenList({ pool: database.pool, clock, log })
  await bus.subscribe(endedTokens.listener)
  await endedTokens.read()
  const verifyToken = endedTokens.refuse(createTokenVerifier({ provider, oidc: config.oidc, clock }))
  const persons = createPersonDirectory(database)
  await bus.subscribe(persons.listener)
  const daily = createDailyRecorder({ pool: database.pool, bus, clock, log, registry })
  const documents = await withErrorMessage(readTerms(config.legalDir), fileErrorMessage('LEGAL_DIR', config.legalDir))
  const channels = { mail: config.mail !== null, push: config.webPush !== null }
  const terms = { documents, gate: createTermsGate({ pool: database.pool, documents, clock }) }
  await withErrorMessage(
    access(join(config.pageDir, 'index.html')),
    fileErrorMessage('PAGE_DIR', config.pageDir, 'build the page with npm run build'),
  )
  const app = await buildApp({
    ...dependencies,
    bus,
    persons,
    verifyToken,
    terms,
    recordDailyAct: daily.record,
    files: await openFileStore(config.exportStore),
    sessions: {
      config,
      pool: database.pool,
      provider,
      verify: verifyToken,
      persons,
      clock,
      log,
      limitSignIn: {
        own: createAddressLimit(database.pool, { name: 'sign-in', ...signInRateLimit }),
        elsewhere: createAddressLimit(database.pool, { name: 'sign-in-elsewhere', ...signInRateLimit }),
      },
      dropSubscriptions: async (personId) => dropSubscriptions({ database, bus }, personId),
      onSignedIn: async ({ personId, browserDigest, request }) => {
        const brand = chooseBrand(dependencies.brands, config.brand, brandHintsOf(request)).settings.id
        const userAgent = request.headers['user-agent'] ?? ''
        await recordSignInBrowser(
          { pool: database.pool, bus, clock, log, channels },
          { personId, browserDigest, userAgent, brand },
        )
      },
      onSessionEnded: async (transaction, ended) => bus.publish(transaction, [{ kind: 'session-ended', ...ended }]),
    },
  })
  measureRequests(app, registry)
  await measureBusConnection(registry, bus)
  const eventBus = config.roles.has('push') ? await startPush(app.server) : null
  await withErrorMessage(
    app.listen({ host: config.http.host, port: config.http.port }),
    listenErrorMessage({ names: { host: 'HOST', port: 'PORT' }, ...config.http }),
  )
  log.info({ port: config.http.port }, 'portal listens')
  return async () => {
    await pause(config.drainMs)
    await eventBus?.close({ overMs: config.handoverMs })
    endedTokens.close()
    await app.close()
    await daily.idle()
    await bus.close()
  }

  async function startPush(server: Server) {
    const attached = await attachEventBus(server, {
      database,
      bus,
      clock,
      log,
      verifyToken,
      personIdOf: persons.personIdOf,
      passTerms: terms.gate.pass,
      recordDailyAct: daily.record,
      allowedOrigins: pageOrigins(config),
      addressOf: createAddressReader(config.http.trustedProxies),
    })
    exposePushMetrics(registry, attached.metrics)
    return attached
  }
}

/** Returns the origins of the portal's own pages: those of the public address and of the hosts of brands. */
function pageOrigins({ publicUrl, brand }: Config): Set<string> {
  const { origin, protocol } = new URL(publicUrl)
  return new Set([origin, ...[...brand.hosts.keys()].map((host) => `${protocol}//${host.toLowerCase()}`)])
}
