import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { LoadedBrands } from '#brands/read-brands.ts'
import { addAccountDeletionRoutes, type AccountDeletionDependencies } from './account/deletion/routes.ts'
import { addPersonalDataRoutes } from './account/personal-data/routes.ts'
import { addAccountSessionRoutes, type AccountSessionRouteDependencies } from './account/sessions/routes.ts'
import { createPersonRefEncoder } from './appliances/access/person-ref.ts'
import { addAccessRoutes } from './appliances/access/routes.ts'
import { addTakeoverRoutes } from './appliances/access/takeover/routes.ts'
import { addAddressRoutes } from './appliances/address/routes.ts'
import { addContractRoutes } from './appliances/contracts/routes.ts'
import { addDataExportRoutes, type ExportFileReader } from './appliances/data-export/routes.ts'
import { addReceiptKeysRoute } from './appliances/receipts/receipt-keys-route.ts'
import { addReceiptRoutes } from './appliances/receipts/routes.ts'
import { addHistoryRoutes, historyRateLimit } from './appliances/history/routes.ts'
import { addApplianceRoutes } from './appliances/routes.ts'
import { createClaimThrottle } from './appliances/claim/claim-throttle.ts'
import { type ApplianceListStore, createApplianceListStore } from './appliances/list/store.ts'
import { addCspReportRoute, cspReportTotalRateLimit, cspReportAddressRateLimit } from './client-log/csp-report-route.ts'
import { addClientLogRoutes, clientLogRateLimit } from './client-log/routes.ts'
import { addCompanyRoutes, companyLookupRateLimit } from './companies/routes.ts'
import { createCompanySearchStore } from './companies/search/store.ts'
import { createCompanyStore } from './companies/store.ts'
import type { Config } from './config.ts'
import { createDatabaseProbe } from './database/database-probe.ts'
import { addFaultRoutes, faultRateLimit } from './faults/routes.ts'
import { createEmergencyFinder } from './faults/emergency-finder.ts'
import { type SampleCatalogue, readSampleCatalogue } from './faults/sample-catalogue.ts'
import type { RecordDailyAct } from './audit/daily/daily-act.ts'
import { type AuditTrail, createAuditTrail } from './audit/audit-trail.ts'
import { createApplicationWithoutRoutes } from './http/application-without-routes.ts'
import { originOfBrand } from './brand-origin.ts'
import { brandHintsOf, chooseBrand } from './http/choose-brand.ts'
import type { TokenVerifier } from './http/caller.ts'
import { closeConnectionsAtProcessEnd, createProcessEndProbe } from './http/drain-connections.ts'
import { type EndpointAdder, createEndpointAdder, createFileEndpointAdder } from './http/endpoint-adder.ts'
import { addHealthRoutes } from './http/health.ts'
import {
  type IdempotentRequestRunner,
  createIdempotentRunnerForPeople,
  createIdempotentRequestRunner,
} from './http/kept-answers/idempotent-request-runner.ts'
import { addOpenApiRoute } from './http/openapi.ts'
import { createAddressLimit, createKeyLimit, createPersonLimit } from './http/rate-limit.ts'
import { answerUnknownPaths } from './http/unknown-paths.ts'
import { createSignInTimeReader } from './identity/session/fresh-sign-in.ts'
import type { SessionDependencies } from './identity/session/session-dependencies.ts'
import { createSessionServices, addAuthRoutes } from './identity/session/routes.ts'
import { createSessionReferenceReader } from './identity/session/session-reference.ts'
import { recordContactChangeNotice } from './notices/contact-change-notice.ts'
import { addEmailVerificationRoutes } from './notices/email-verification/routes.ts'
import { addNoticeListRoutes } from './notices/list/routes.ts'
import { chooseAddressOfPerson } from './notices/mail-address.ts'
import { addPushSubscriptionRoutes } from './notices/push-subscriptions/routes.ts'
import { addNoticeSettingsRoutes } from './notices/settings/routes.ts'
import { type NoticeRecordingDependencies, recordNotices } from './notices/record-notices.ts'
import { addUnsubscribeRoutes, unsubscribeRateLimit } from './notices/unsubscribe/routes.ts'
import { createLinkMailQueue } from './notices/link-mails/link-mail-queue.ts'
import { createUnsubscribeTokens } from './notices/unsubscribe/unsubscribe-tokens.ts'
import { createFirstCallAnswerer } from './page/first-call-answerer.ts'
import { createFirstScreenDrawer } from './page/first-screen.ts'
import { addPageRoutes } from './page/routes.ts'
import { addWellKnownFiles } from './page/well-known.ts'
import { addEventBusRoutes, addSubscriptionRoutes } from './live/push/routes.ts'
import { readOperatorDocuments } from './policies/operator-documents.ts'
import { createPoliciesService } from './policies/policies-service.ts'
import { addLegalRoutes, legalDocumentRateLimit } from './policies/routes.ts'
import { addPartnerRoutes } from './partners.ts'
import { createApplianceGrantService } from './partners/appliance-grants.ts'
import { createPortalReceiptRecorder } from './portal-receipt-recorder.ts'
import type { ReceiptRecorder } from './service-changes/consents/receipt-recorder.ts'
import { explainStartErrorOf, createFileErrorExplainer } from './start-error.ts'
import { type DamageRecorder, createDamageRecorder } from './telemetry/damage-recorder.ts'
import type { TermsDocumentsAndGate } from './terms/terms-gate.ts'
import { addTermsRoutes } from './terms/routes.ts'
import { addUserRoutes, type UserDependencies } from './users/routes.ts'
import type { Services } from './services.ts'

export type PortalAppDependencies = Pick<Services, 'database' | 'bus' | 'clock' | 'registry' | 'persons'> & {
  config: Config
  log: FastifyBaseLogger
  brands: LoadedBrands
  verifyToken: TokenVerifier
  sessions: SessionDependencies
  terms: TermsDocumentsAndGate
  recordDailyAct: RecordDailyAct
  /** The storage of export files. */
  files: ExportFileReader
  /** Aborted when the process begins to stop. */
  ending: AbortSignal
}

/** Creates the HTTP application with all its routes. The event bus attaches its sockets to the same HTTP server. */
export async function createPortalApp(dependencies: PortalAppDependencies): Promise<FastifyInstance> {
  const { config, log, database, ending } = dependencies
  const app = await createApplicationWithoutRoutes({
    log,
    sessionOf: createSessionReferenceReader(config),
    trustedProxies: config.http.trustedProxies,
    takesProxyTraces: config.takesProxyTraces,
  })
  closeConnectionsAtProcessEnd(app, ending)
  addHealthRoutes(app, [createProcessEndProbe(ending), createDatabaseProbe(database.pool)])
  const trail = createAuditTrail({ db: database.pool, clock: dependencies.clock })
  const receipts = createPortalReceiptRecorder(config, dependencies.brands)
  const { registryKey } = config
  const doOnce = createIdempotentRequestRunner({ pool: database.pool, clock: dependencies.clock, registryKey })
  const { add, onDamaged } = addApi(app, { ...dependencies, trail, receipts, doOnce }, await readSampleCatalogue())
  addLegalRoutes(app, {
    own: await explainStartErrorOf(
      readOperatorDocuments(config.legalDir),
      createFileErrorExplainer('LEGAL_DIR', config.legalDir),
    ),
    limit: createAddressLimit(database.pool, legalDocumentRateLimit),
    service: createPoliciesService({ url: config.policiesUrl, clock: dependencies.clock }),
    brandOfRequest: (request) => chooseBrand(dependencies.brands, config.brand, brandHintsOf(request)).settings,
  })
  const tokenOf = addAuthRoutes(app, dependencies.sessions)
  addCspReportRoute(app, {
    ...dependencies,
    limit: createAddressLimit(database.pool, cspReportAddressRateLimit),
    limitInAll: createKeyLimit(database.pool, cspReportTotalRateLimit),
  })
  addReceiptKeysRoute(app, { ...dependencies, key: receipts.key })
  addWellKnownFiles(app, { ...config, clock: dependencies.clock })
  const page = await addPageRoutes(app, {
    ...dependencies,
    answerFirst: createFirstCallAnswerer(app, { tokenOf, log }),
    drawFirst: createFirstScreenDrawer({ ...dependencies, pageDir: config.pageDir }),
  })
  await addUnsubscribeRoutes(app, {
    database,
    bus: dependencies.bus,
    channels: channelsOf(config),
    clock: dependencies.clock,
    brandOfRequest: brandIdOf(dependencies),
    trail,
    tokens: createUnsubscribeTokens(config.registryKey),
    limit: createAddressLimit(database.pool, unsubscribeRateLimit),
    layOut: page.layOutPlain,
  })
  await addPartnerRoutes(app, {
    ...dependencies,
    add,
    onDamaged,
    trail,
    doOnce,
    recordReceipt: receipts.record,
    layOut: page.layOutPlain,
  })
  answerUnknownPaths(app, page.send)
  return app
}

type ApiDependencies = PortalAppDependencies & {
  trail: AuditTrail
  receipts: ReceiptRecorder
  doOnce: IdempotentRequestRunner
}

type AddedApi = { add: EndpointAdder; onDamaged: DamageRecorder }

function addApi(app: FastifyInstance, dependencies: ApiDependencies, sample: SampleCatalogue): AddedApi {
  const { config, database, persons, clock, log, verifyToken, terms, trail, receipts, doOnce } = dependencies
  const { pool } = database
  const { registryKey } = config
  const { personIdOf } = persons
  const answerOnce = createIdempotentRunnerForPeople(doOnce, personIdOf)
  const guards = { verifyToken, passTerms: terms.gate.pass, answerOnce, audit: { trail, personIdOf } }
  const add = createEndpointAdder(app, guards)
  const appliances = createApplianceListStore({
    db: pool,
    clock,
    consentVersion: config.consentVersion,
    findEmergencies: createEmergencyFinder(sample),
  })
  const claims = {
    ...dependencies,
    registryKey,
    recordReceipt: receipts.record,
    throttle: createClaimThrottle(pool, log),
  }
  addApplianceRoutes(add, { ...claims, appliances })
  const authenticationOf = createSignInTimeReader(dependencies)
  addTakeoverRoutes(add, { ...claims, takeoverWaits: config.takeoverWaits, authenticationOf })
  addServiceRoutes(add, { ...dependencies, recordReceipt: receipts.record, appliances })
  addAccessRoutes(add, {
    ...dependencies,
    recordReceipt: receipts.record,
    personRefs: createPersonRefEncoder(registryKey),
    grants: createApplianceGrantService({ bus: dependencies.bus, recordReceipt: receipts.record }),
    authenticationOf,
    originOf: (brand) => originOfBrand(config, brand),
    linkMails: config.mail === null ? null : createLinkMailQueue({ pool, registryKey }),
  })
  const onDamaged = createDamageRecorder(dependencies.registry, log)
  addHistoryRoutes(add, { ...dependencies, onDamaged, limitReads: createPersonLimit(pool, historyRateLimit) })
  const adders = { add, addFile: createFileEndpointAdder(app, guards) }
  addReceiptRoutes(adders, dependencies)
  addDataExportRoutes(adders, { ...dependencies, onDamaged })
  addPersonalDataRoutes(adders, { ...dependencies, brandOfRequest: brandIdOf(dependencies) })
  addFaultRoutes(add, { pool, sample, limit: createAddressLimit(pool, faultRateLimit) })
  addNoticeRoutes(add, dependencies)
  const users = addUserRoutes(add, {
    database,
    persons,
    onCountryChange: terms.gate.clear,
    ...contactOf(dependencies),
  })
  addAccountDeletionRoutes(add, { ...dependencies, readUser: users.read, notify: notifierOf(dependencies) })
  addAccountSessionRoutes(add, {
    context: createSessionServices(dependencies.sessions),
    onSessionsEnded: sessionsEndedOf(dependencies),
  })
  addTermsRoutes(add, { ...dependencies, ...terms, pool })
  addSubscriptionRoutes(add, { ...dependencies, personIdOf: persons.personIdOf })
  addEventBusRoutes(app)
  addClientLogRoutes(add, { log, limit: createAddressLimit(pool, clientLogRateLimit) })
  addOpenApiRoute(app, config.oidc.issuer)
  return { add, onDamaged }
}

type ServiceRouteDependencies = { appliances: ApplianceListStore; recordReceipt: ReceiptRecorder['record'] }

/** Adds the endpoints for the address and the contracts of an appliance, and for the search of companies. */
function addServiceRoutes(
  add: EndpointAdder,
  { appliances, recordReceipt, ...dependencies }: PortalAppDependencies & ServiceRouteDependencies,
): void {
  const { config, database } = dependencies
  const { brands, defaultBrand } = dependencies.brands
  const countriesOf = (brand: string) => brands.get(brand)?.settings.countries ?? []
  addAddressRoutes(add, { ...dependencies, appliances, countriesOf })
  addContractRoutes(add, {
    ...dependencies,
    appliances,
    recordReceipt,
    consentVersion: config.consentVersion,
    brandNameOf: (id) => (brands.get(id) ?? defaultBrand).settings.name,
  })
  addCompanyRoutes(add, {
    companies: createCompanyStore(database.pool),
    search: createCompanySearchStore(database.pool),
    brandIds: [...brands.keys()],
    limitLookups: createPersonLimit(database.pool, companyLookupRateLimit),
  })
}

/**
 * Adds the endpoints for notices and their settings. Also adds push subscriptions and the confirmation of the email
 * address, because they decide where notices are sent.
 */
function addNoticeRoutes(add: EndpointAdder, dependencies: PortalAppDependencies): void {
  const { config } = dependencies
  const recordingServices = {
    ...dependencies,
    channels: channelsOf(config),
    emailTrust: config.oidc.emailVerified,
    brandOfRequest: brandIdOf(dependencies),
  }
  addNoticeListRoutes(add, dependencies)
  addNoticeSettingsRoutes(add, recordingServices)
  addPushSubscriptionRoutes(add, recordingServices)
  addEmailVerificationRoutes(add, {
    ...recordingServices,
    hasMail: config.mail !== null,
  })
}

/**
 * Returns the functions that the user routes call: `onContactEmail` when a person changes the contact email, and
 * `unverifiedEmailOf` to find the address that waits for confirmation.
 */
function contactOf(
  dependencies: PortalAppDependencies,
): Pick<UserDependencies, 'onContactEmail' | 'unverifiedEmailOf'> {
  const { config, bus, clock } = dependencies
  const emailTrust = config.oidc.emailVerified
  const brandOfRequest = brandIdOf(dependencies)
  return {
    onContactEmail: async (transaction, { request, ...saved }) => {
      const how = { bus, emailTrust, channels: channelsOf(config), now: clock.now() }
      await recordContactChangeNotice(transaction, how, { ...saved, brand: brandOfRequest(request) })
    },
    unverifiedEmailOf: ({ addresses }) =>
      config.mail === null ? null : chooseAddressOfPerson(addresses, emailTrust).unverified,
  }
}

/** Returns a function that records a notice for a person who has ended sessions. */
function sessionsEndedOf(dependencies: PortalAppDependencies): AccountSessionRouteDependencies['onSessionsEnded'] {
  const notify = notifierOf(dependencies)
  return async (transaction, { count, ...whose }) => {
    const at = new Date(dependencies.clock.now()).toISOString()
    await notify(transaction, { ...whose, event: { kind: 'sessions-ended', at, count } })
  }
}

/**
 * Returns a function that records a notice for a person about a change of their account. Each request causes at most
 * one notice of a kind.
 */
function notifierOf(dependencies: PortalAppDependencies): AccountDeletionDependencies['notify'] {
  const { config, bus, clock } = dependencies
  const brandOfRequest = brandIdOf(dependencies)
  return async (transaction, { personId, event, request }) => {
    await recordNotices(transaction, { bus, channels: channelsOf(config), now: clock.now() }, [
      { personId, gatewayId: null, brand: brandOfRequest(request), event, dedupe: `${event.kind} ${request.id}` },
    ])
  }
}

function channelsOf({ mail, webPush }: Config): NoticeRecordingDependencies['channels'] {
  return { mail: mail !== null, push: webPush !== null }
}

function brandIdOf({ brands, config }: PortalAppDependencies): (request: FastifyRequest) => string {
  return (request) => chooseBrand(brands, config.brand, brandHintsOf(request)).settings.id
}
