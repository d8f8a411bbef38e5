import { access } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { LoadedBrands } from '#brands/read-brands.ts'
import { createPortalApp } from './portal-app.ts'
import { createDailyActRecorder } from './audit/daily/daily-act-recorder.ts'
import { registerBusMetrics } from './live/bus/metrics.ts'
import type { Config } from './config.ts'
import { openFileStore } from './exports/files/open-file-store.ts'
import { createClientAddressReader } from './http/client-address.ts'
import { brandHintsOf, chooseBrand } from './http/choose-brand.ts'
import { createAddressLimit } from './http/rate-limit.ts'
import type { ReadinessProbe } from './http/health.ts'
import { registerRequestMetrics } from './http/request-metrics.ts'
import { createAccessTokenVerifier } from './identity/access-token.ts'
import { createEndedTokenList } from './identity/ended-token-list.ts'
import { createPersonDirectory } from './identity/person-directory.ts'
import { createOpenIdProvider } from './identity/openid-provider.ts'
import { recordSignInBrowser } from './notices/record-sign-in-browser.ts'
import { openProcessBus } from './process-bus.ts'
import type { StopFunction } from './process-end.ts'
import { attachEventBus } from './live/push/event-bus-server.ts'
import { registerPushMetrics } from './live/push/metrics.ts'
import { deleteSubscriptionsAndNotify } from './live/push/routes.ts'
import { explainStartErrorOf, createFileErrorExplainer, createListenErrorExplainer } from './start-error.ts'
import { readTermsDocuments } from './terms/terms-documents.ts'
import { createTermsGate } from './terms/terms-gate.ts'
import type { Services } from './services.ts'

export type PortalProcessDependencies = Pick<Services, 'database' | 'clock' | 'registry'> & {
  config: Config
  brands: LoadedBrands
  log: Logger
  /** The probes of dependencies that `/readyz` checks. Each role adds its own probes. */
  probes: ReadinessProbe[]
  /** A signal that is aborted when the process begins to stop. */
  ending: AbortSignal
}

/**
 * The limit of sign-ins from one network address, which an office or a whole town may share. After the limit, a person
 * waits at most a minute.
 */
const signInRateLimit = { attempts: 60, windowS: 60, portion: 1 }

/** Starts the configured roles among `api`, `push` and `partners`. Returns a function that stops them. */
export async function startServingRoles(dependencies: PortalProcessDependencies): Promise<StopFunction> {
  const { config, database, clock, log, registry } = dependencies
  const bus = await openProcessBus({ config, database, log, registry })
  const provider = createOpenIdProvider({ oidc: config.oidc, clock, log })
  const endedTokens = createEndedTokenList({ pool: database.pool, clock, log })
  await bus.subscribe(endedTokens.listener)
  await endedTokens.read()
  const verifyToken = endedTokens.refuse(createAccessTokenVerifier({ provider, oidc: config.oidc, clock }))
  const persons = createPersonDirectory(database)
  await bus.subscribe(persons.listener)
  const daily = createDailyActRecorder({ pool: database.pool, bus, clock, log, registry })
  const documents = await explainStartErrorOf(
    readTermsDocuments(config.legalDir),
    createFileErrorExplainer('LEGAL_DIR', config.legalDir),
  )
  const channels = { mail: config.mail !== null, push: config.webPush !== null }
  const terms = { documents, gate: createTermsGate({ pool: database.pool, documents, clock }) }
  await explainStartErrorOf(
    access(join(config.pageDir, 'index.html')),
    createFileErrorExplainer('PAGE_DIR', config.pageDir, 'build the page with npm run build'),
  )
  const app = await createPortalApp({
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
      dropSubscriptions: async (personId) => deleteSubscriptionsAndNotify({ database, bus }, personId),
      onSignedIn: async ({ personId, browserDigest, request }) => {
        const brand = chooseBrand(dependencies.brands, config.brand, brandHintsOf(request)).settings.id
        const userAgent = request.headers['user-agent'] ?? ''
        await recordSignInBrowser(
          { pool: database.pool, bus, clock, log, channels },
          { personId, browserDigest, userAgent, brand },
        )
      },
      onSessionEnded: async (transaction, endedSession) =>
        bus.publish(transaction, [{ kind: 'session-ended', ...endedSession }]),
    },
  })
  registerRequestMetrics(app, registry)
  await registerBusMetrics(registry, bus)
  const eventBus = config.roles.has('push') ? await startPush(app.server) : null
  await explainStartErrorOf(
    app.listen({ host: config.http.host, port: config.http.port }),
    createListenErrorExplainer({ names: { host: 'HOST', port: 'PORT' }, ...config.http }),
  )
  log.info({ port: config.http.port }, 'portal listens')
  return async () => {
    await pause(config.drainMs)
    await eventBus?.close({ overMs: config.handoverMs })
    await app.close()
    await daily.idle()
    await bus.close()
    // Closes this list last, because it waits for a read that is in progress, and the database may not answer.
    await endedTokens.close()
  }

  async function startPush(server: Server) {
    const eventBusServer = await attachEventBus(server, {
      database,
      bus,
      clock,
      log,
      verifyToken,
      personIdOf: persons.personIdOf,
      passTerms: terms.gate.pass,
      recordDailyAct: daily.record,
      allowedOrigins: pageOrigins(config),
      addressOf: createClientAddressReader(config.http.trustedProxies),
    })
    registerPushMetrics(registry, eventBusServer.metrics)
    return eventBusServer
  }
}

/** Returns the origins of the portal's own pages: the origins of the public address and of the brands' hosts. */
function pageOrigins({ publicUrl, brand }: Config): Set<string> {
  const { origin, protocol } = new URL(publicUrl)
  return new Set([origin, ...[...brand.hosts.keys()].map((host) => `${protocol}//${host.toLowerCase()}`)])
}
