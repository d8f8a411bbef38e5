import type { FastifyInstance } from 'fastify'
import type { HistoryQuery } from '#contract/history-query.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import type { History } from '#contract/history.ts'
import { partnerApi } from '#contract/partner-api.ts'
import { clientSigningAlgorithms } from '#contract/client-public-keys.ts'
import type { ProgramDailyAct, RecordDailyAct } from '#server/audit/daily/daily-act.ts'
import type { AddressLimiter } from '#server/http/rate-limit.ts'
import { Refusal } from '#server/http/refusals.ts'
import { refuseUnsharedDatatype, startOfSharedTime } from '../policy.ts'
import type { PartnerGrant } from '../store.ts'
import {
  type SharedDataDependencies,
  readSharedFaults,
  filterSharedHistory,
  toGrantAnswer,
  readSharedReadings,
  readSharedApplianceState,
} from './read-shared-data.ts'
import {
  type PartnerEndpointAdder,
  type PartnerEndpointDependencies,
  type PartnerRequest,
  createPartnerEndpointAdder,
} from './partner-endpoint-adder.ts'
import type { EventCursors } from './events/event-cursors.ts'
import { addEventRoutes } from './events/routes.ts'
import { resourceMetadataPath } from './answer-partner-failures.ts'
import type { HistoryPlan } from './sandbox/compute-test-history.ts'
import { readTestHistory } from './sandbox/read-test-appliance.ts'
import { addSandboxRoutes } from './sandbox/routes.ts'
import { createPartnerOpenApiDocument } from './openapi.ts'
import { type WebhookRouteDependencies, addWebhookRoutes } from './webhooks/routes.ts'
import type { PartnerWithGrants } from './authenticate-partner.ts'

type ByIdRequest = Pick<PartnerRequest<PartnerWithGrants, { id: string }>, 'partner' | 'params'>

type PartnerHistory = { gatewayId: string; readerId: string; since: Date; query: HistoryQuery }

export type PartnerApiDependencies = PartnerEndpointDependencies &
  SharedDataDependencies & {
    bus: Pick<Bus, 'publish'>
    limitAddress: AddressLimiter
    cursors: EventCursors
    webhooks: Pick<WebhookRouteDependencies, 'secrets' | 'keys' | 'limitTests' | 'isDemo'>
    readHistory(view: PartnerHistory): Promise<History>
    planHistory(view: Pick<PartnerHistory, 'since' | 'query'>): HistoryPlan
    /** Ends a grant on behalf of its client. */
    giveBack(grant: { grantId: string }): Promise<void>
    recordDailyAct: RecordDailyAct
  }

/** Some clients request the well-known name without the path of the resource. */
const resourceMetadataPaths = [resourceMetadataPath, '/.well-known/oauth-protected-resource']

/** Adds the partner API: appliances, grants, the event log, webhooks and the sandbox. Specification 27.5. */
export async function addPartnerApi(app: FastifyInstance, dependencies: PartnerApiDependencies): Promise<void> {
  addDescriptions(app, dependencies)
  await app.register(async (scope) => {
    scope.addHook('onRequest', async ({ ip }) => dependencies.limitAddress(ip))
    const add = createPartnerEndpointAdder(scope, dependencies)
    addApplianceRoutes(add, dependencies)
    addEventRoutes(scope, add, dependencies)
    addSandboxRoutes(add, dependencies)
    addWebhookRoutes(add, { pool: dependencies.pool, clock: dependencies.clock, ...dependencies.webhooks })
    addGrantRoutes(add, dependencies)
  })
}

/** Adds the OpenAPI description and the metadata of the protected resource, which need no token. */
function addDescriptions(app: FastifyInstance, { publicUrl, audience }: PartnerApiDependencies): void {
  const description = createPartnerOpenApiDocument(publicUrl)
  app.get('/partner/1/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(description),
  )
  const resource = {
    resource: audience,
    authorization_servers: [`${publicUrl}/oauth`],
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: clientSigningAlgorithms,
    authorization_details_types_supported: ['appliance'],
    resource_documentation: `${publicUrl}/developers`,
  }
  for (const path of resourceMetadataPaths)
    app.get(path, async (_request, reply) => reply.header('cache-control', 'public, max-age=300').send(resource))
}

function addApplianceRoutes(add: PartnerEndpointAdder, dependencies: PartnerApiDependencies): void {
  const { pool, ids, readHistory, planHistory, recordDailyAct } = dependencies

  add(partnerApi.listAppliances, async ({ partner, query: { cursor, limit } }) => {
    const sorted = partner.grants
      .map((grant) => ({ grant, id: ids.idFor(grant.clientId, grant.applianceId) }))
      .toSorted((a, b) => a.id.localeCompare(b.id))
    const after = sorted.filter(({ id }) => cursor === undefined || id > cursor)
    const shown = after.slice(0, limit).map(({ grant }) => grant)
    const items = await Promise.all(shown.map((grant) => readSharedApplianceState(dependencies, grant)))
    for (const grant of shown) record(grant, 'values-viewed')
    return { items, next: after.length > limit ? (items.at(-1)?.id ?? null) : null }
  })

  add(partnerApi.readAppliance, async (request) => {
    const grant = sharedGrant(request, ids)
    const state = await readSharedApplianceState(dependencies, grant)
    record(grant, 'values-viewed')
    return state
  })

  add(partnerApi.readReadings, async (request) => {
    const grant = sharedGrant(request, ids, 'status')
    const items = await readSharedReadings(dependencies, grant)
    record(grant, 'values-viewed')
    return { items }
  })

  add(partnerApi.readHistory, async (request) => {
    const grant = sharedGrant(request, ids, 'history')
    const { applianceId: gatewayId, clientId: readerId, isTest } = grant
    const [{ query }, since] = [request, startOfSharedTime(grant)]
    const history = isTest
      ? await readTestHistory(pool, grant, { plan: planHistory({ since, query }), since })
      : await readHistory({ gatewayId, readerId, since, query })
    record(grant, 'history-viewed')
    return filterSharedHistory(history, grant)
  })

  add(partnerApi.readFaults, async (request) => {
    const grant = sharedGrant(request, ids, 'faults')
    const items = await readSharedFaults(dependencies, grant)
    record(grant, 'faults-viewed')
    return { items }
  })

  /**
   * Records that a client read values, the history or faults of a gateway, for the owner's activity. Specification
   * 26.8.
   */
  function record({ applianceId, clientId, ownSince }: PartnerGrant, kind: ProgramDailyAct['kind']): void {
    if (ownSince === null) return
    recordDailyAct({ gatewayId: applianceId, clientId, kind, since: ownSince.toISOString() })
  }
}

function addGrantRoutes(add: PartnerEndpointAdder, dependencies: PartnerApiDependencies): void {
  add(partnerApi.listGrants, async ({ partner }) => ({
    items: partner.grants.map((grant) => toGrantAnswer(dependencies, grant)),
  }))

  add(partnerApi.readGrant, async (request) => toGrantAnswer(dependencies, grantIn(request)))

  add(partnerApi.endGrant, async (request) => {
    await dependencies.giveBack({ grantId: grantIn(request).id })
  })
}

/**
 * Returns the grant for the appliance in the path. `needed`: the kind of data that the request reads. @throws Refusal
 * `not-found` if no grant of the token is for this appliance, `insufficient-scope` if the grant does not share
 * `needed`
 */
function sharedGrant(
  { partner, params }: ByIdRequest,
  ids: PartnerApiDependencies['ids'],
  needed?: 'status' | 'history' | 'faults',
): PartnerGrant {
  const grant = partner.grants.find((one) => ids.idFor(one.clientId, one.applianceId) === params.id)
  if (!grant) throw new Refusal('not-found')
  refuseUnsharedDatatype(grant, needed)
  return grant
}

function grantIn({ partner, params }: ByIdRequest): PartnerGrant {
  const grant = partner.grants.find(({ id }) => id === params.id)
  if (!grant) throw new Refusal('not-found')
  return grant
}
