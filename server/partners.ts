import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { createConcurrencyLimiter } from './appliances/concurrency-limiter.ts'
import { maxHistoryFaults } from '#contract/history.ts'
import {
  computeHistoryRangeAndSteps,
  readHistoryWithoutRightsCheck,
  toFaultPeriod,
} from './appliances/history/history.ts'
import { historyConcurrencyLimits } from './appliances/history/routes.ts'
import { readFaultHistory } from './appliances/history/store.ts'
import type { PortalAppDependencies } from './portal-app.ts'
import type { AuditTrail } from './audit/audit-trail.ts'
import type { Config } from './config.ts'
import { inTransaction } from './database/transaction.ts'
import type { EndpointAdder } from './http/endpoint-adder.ts'
import type { IdempotentRequestRunner } from './http/kept-answers/idempotent-request-runner.ts'
import { createAddressLimit, createAttemptCounter, createKeyLimit, createPersonLimit } from './http/rate-limit.ts'
import { createPseudonymousIds } from './partners/pseudonymous-ids.ts'
import { createEventCursors } from './partners/api/events/event-cursors.ts'
import { createClientAnswerStore } from './partners/api/kept-answers/store.ts'
import { endpointTestRateLimit, partnerAddressRateLimit, partnerRateLimit } from './partners/api/partner-rate-limits.ts'
import { addPartnerApi } from './partners/api/routes.ts'
import { type DocumentRenderer, createAuthorizationPages } from './partners/authorization/authorization-pages.ts'
import { partnerApiAudienceOf } from './partners/authorization/paths-and-cookies.ts'
import { addAuthorizationRoutes, authorizationRateLimit } from './partners/authorization/routes.ts'
import { createSharingCookie } from './partners/sharing-cookie.ts'
import { addProgramRoutes, programRateLimit } from './partners/programs/routes.ts'
import { addSharingRoutes } from './partners/sharing/routes.ts'
import { createPartnerRefusalCounter } from './partners/partner-refusal-counter.ts'
import { createWebhookKeys } from './partners/webhook-keys.ts'
import { createWebhookSecrets } from './partners/webhook-secrets.ts'
import { endGrants } from './service-changes/consents/grants/grant-changes.ts'
import type { ReceiptRecordFunction } from './service-changes/consents/receipt-recorder.ts'
import { publishServiceChange } from './service-changes/publish-service-change.ts'
import type { DamageRecorder } from './telemetry/damage-recorder.ts'

export type PartnerRouteDependencies = Pick<
  PortalAppDependencies,
  'database' | 'bus' | 'clock' | 'log' | 'persons' | 'recordDailyAct' | 'registry'
> & {
  recordReceipt: ReceiptRecordFunction
  trail: AuditTrail
  doOnce: IdempotentRequestRunner
  config: Pick<Config, 'publicUrl' | 'registryKey' | 'roles' | 'isDemo'>
  add: EndpointAdder
  layOut: DocumentRenderer
  onDamaged: DamageRecorder
}

/**
 * Adds the routes for third parties: those of the consent page and of the developer page. With the role `partners`,
 * also adds those of the authorization server and of the partner API. Specification 27.
 */
export async function addPartnerRoutes(app: FastifyInstance, dependencies: PartnerRouteDependencies): Promise<void> {
  const { config, database, bus, clock, persons, add, onDamaged, recordReceipt } = dependencies
  const { pool } = database
  const { publicUrl, registryKey } = config
  const countRefusal = createPartnerRefusalCounter(dependencies.registry)
  const requests = new WeakMap<object, FastifyRequest>()
  const authorization = once(async () => {
    const { createAuthorizationServer } = await import('./partners/authorization/authorization-server.ts')
    return createAuthorizationServer({
      ...dependencies,
      pool,
      countRefusal,
      publicUrl,
      registryKey,
      pages: createAuthorizationPages({ layOut: dependencies.layOut, requestOf: (raw) => requests.get(raw) }),
      endAuthorization: async (authorizationId) => giveBack({ authorizationId }),
    })
  })
  const ids = createPseudonymousIds(registryKey)
  const cookie = createSharingCookie(publicUrl)
  addSharingRoutes(add, { pool, bus, clock, persons, authorization, cookie, ids, recordReceipt })
  addProgramRoutes(add, {
    pool,
    bus,
    clock,
    persons,
    ids,
    limit: createPersonLimit(pool, programRateLimit),
  })
  if (!config.roles.has('partners')) return
  await addAuthorizationRoutes(app, {
    authorization,
    publicUrl,
    requests,
    limit: createAddressLimit(pool, authorizationRateLimit),
  })
  const runLimited = createConcurrencyLimiter(historyConcurrencyLimits)
  await addPartnerApi(app, {
    pool,
    bus,
    clock,
    authorization,
    audience: partnerApiAudienceOf(publicUrl),
    publicUrl,
    countRefusal,
    ids,
    cursors: createEventCursors(registryKey),
    webhooks: {
      secrets: createWebhookSecrets(registryKey),
      keys: createWebhookKeys(registryKey),
      limitTests: createKeyLimit(pool, endpointTestRateLimit),
      isDemo: config.isDemo,
    },
    limitAddress: createAddressLimit(pool, partnerAddressRateLimit),
    limit: createAttemptCounter(pool, partnerRateLimit),
    readFaults: async (gatewayId, since) =>
      inTransaction(pool, async (transaction) => {
        const range = { from: since, to: new Date(clock.now()), limit: maxHistoryFaults }
        return (await readFaultHistory(transaction, { gatewayId, since, ...range })).map(toFaultPeriod)
      }),
    readHistory: async (view) =>
      readHistoryWithoutRightsCheck({ database, clock, runLimited, onDamaged }, { ...view, faultsSince: view.since }),
    planHistory: ({ since, query }) => {
      const { steps, summary } = computeHistoryRangeAndSteps({ since, query, now: clock.now() })
      return { ...summary, begins: steps.begins, end: steps.end }
    },
    giveBack,
    recordDailyAct: dependencies.recordDailyAct,
    trail: dependencies.trail,
    doOnce: dependencies.doOnce,
    keptAnswers: createClientAnswerStore(registryKey),
  })

  /** Ends grants that their client has given back. */
  async function giveBack(which: { authorizationId: string } | { grantId: string }): Promise<void> {
    const now = new Date(clock.now())
    const end = { actor: 'company', personId: null, reason: 'given-back', now, bus, recordReceipt } as const
    await inTransaction(pool, async (transaction) => {
      for (const { gatewayId } of await endGrants(transaction, end, which))
        if (gatewayId !== null) await publishServiceChange(transaction, bus, { gatewayId })
    })
  }
}

/**
 * Returns a function that creates the authorization server at its first call, and again after a failure. The library is
 * loaded only then, because many processes do not need it.
 */
function once(create: () => Promise<Provider>): () => Promise<Provider> {
  let created: Promise<Provider> | null = null
  return async () => {
    created ??= create().catch((error: unknown) => {
      created = null
      throw error
    })
    return created
  }
}
