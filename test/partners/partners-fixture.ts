import { createHash, randomBytes } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { ApplianceAuthorizationDetail } from '#contract/appliance-authorization-detail.ts'
import type { SharingConsentRequest } from '#contract/sharing.ts'
import { claimBodyOf, registerTestGateways, registryKey, createTestApplianceStore } from '../appliances.ts'
import { addApplianceRoutes } from '#server/appliances/routes.ts'
import { createPersonRefEncoder } from '#server/appliances/access/person-ref.ts'
import { addAccessRoutes } from '#server/appliances/access/routes.ts'
import { addReceiptRoutes } from '#server/appliances/receipts/routes.ts'
import { createClaimThrottle } from '#server/appliances/claim/claim-throttle.ts'
import { createDailyActRecorder } from '#server/audit/daily/daily-act-recorder.ts'
import type { Bus } from '#server/live/bus/bus.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { type Clock, systemClock } from '#server/clock.ts'
import { type TestDatabase, createTestDatabase } from '../database.ts'
import { createApplicationWithoutRoutes } from '#server/http/application-without-routes.ts'
import { createEndpointAdder, createFileEndpointAdder } from '#server/http/endpoint-adder.ts'
import { createIdempotentRequestRunner } from '#server/http/kept-answers/idempotent-request-runner.ts'
import { answerWithoutIdempotency, createTestAudit, verifyTestToken } from '../test-api.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { addPartnerRoutes } from '#server/partners.ts'
import { createApplianceGrantService } from '#server/partners/appliance-grants.ts'
import { insertPartnerClient } from '#server/partners/store.ts'
import { findFreePort } from '../processes/find-free-port.ts'
import { createTestReceiptRecorder } from '../test-receipt-recorder.ts'

/** The authorization detail that test clients request. */
export const requestedApplianceDetail: ApplianceAuthorizationDetail = {
  type: 'appliance',
  actions: ['read'],
  datatypes: ['status', 'faults', 'history'],
  history: 'P12M',
  purpose: 'maintenance',
  until: `${new Date().getUTCFullYear() + 1}-06-30`,
}

/**
 * A client of the authorization server. `auth` is its authentication method, by default with its secret. `dpop` is
 * the key to which the client binds its tokens.
 */
export type TestPartnerClient = {
  id: string
  secret: string
  redirectUri: string
  auth?: oauth.ClientAuth
  dpop?: oauth.DPoPHandle
}

function authOf({ auth, secret }: TestPartnerClient): oauth.ClientAuth {
  return auth ?? oauth.ClientSecretBasic(secret)
}

/** `openBus`: returns the bus of the process, instead of the one of PostgreSQL. */
type FixtureOptions = { clock?: Clock; openBus?: (database: TestDatabase) => Promise<Bus> }

/**
 * Starts the portal with its authorization server and its partner API on a free port. The test clients use a public
 * OAuth library, like the programs of third parties.
 */
export async function createPartnersFixture({ clock = systemClock, openBus }: FixtureOptions = {}) {
  const database = await createTestDatabase({ max: 10 })
  const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' })
  const bus = (await openBus?.(database)) ?? createPostgresBus({ url: database.url, log })
  const persons = createPersonDirectory(database)
  const port = await findFreePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const daily = createDailyActRecorder({ pool: database.pool, bus, clock: systemClock, log, registry: new Registry() })
  const registry = new Registry()
  const app = await createApplicationWithoutRoutes({ log, trustedProxies: [] })
  const passTerms = async () => undefined
  const audit = createTestAudit()
  const guards = { verifyToken: verifyTestToken, passTerms, answerOnce: answerWithoutIdempotency, audit }
  const add = createEndpointAdder(app, guards)
  addApplianceRoutes(add, {
    database,
    persons,
    bus,
    clock,
    registryKey,
    appliances: createTestApplianceStore({ db: database.pool, clock, consentVersion: '2' }),
    recordReceipt: createTestReceiptRecorder().record,
    throttle: createClaimThrottle(database.pool, log),
    recordDailyAct: () => {},
  })
  addReceiptRoutes({ add, addFile: createFileEndpointAdder(app, guards) }, { database, persons, clock: systemClock })
  addAccessRoutes(add, {
    database,
    persons,
    bus,
    clock,
    personRefs: createPersonRefEncoder(registryKey),
    grants: createApplianceGrantService({ bus, recordReceipt: createTestReceiptRecorder().record }),
    recordReceipt: createTestReceiptRecorder().record,
    authenticationOf: async () => null,
    originOf: () => publicUrl,
    linkMails: null,
  })
  await addPartnerRoutes(app, {
    config: { publicUrl, registryKey, roles: new Set(['api', 'partners']), isDemo: true },
    database,
    bus,
    clock,
    log,
    persons,
    add,
    registry,
    layOut: (_request, { title, content }) => `<title>${title}</title>${content}`,
    onDamaged: () => {},
    recordReceipt: createTestReceiptRecorder().record,
    recordDailyAct: daily.record,
    trail: audit.trail,
    doOnce: createIdempotentRequestRunner({ pool: database.pool, clock, registryKey }),
  })
  await app.listen({ host: '127.0.0.1', port })
  let serial = 500_000_000

  async function registerClient(state = 'approved'): Promise<TestPartnerClient> {
    const secret = randomBytes(32).toString('base64url')
    return { ...(await insert(createHash('sha256').update(secret).digest(), state)), secret }
  }

  /** Registers a client that runs on people's own devices and has no secret. */
  async function registerPublicClient(): Promise<TestPartnerClient> {
    return { ...(await insert(null, 'approved')), secret: '', auth: oauth.None() }
  }

  async function insert(secretDigest: Buffer | null, state: string) {
    const redirectUri = 'https://partner.example/callback'
    const id = await insertPartnerClient(database.pool, {
      developerId: await persons.personIdOf({ issuer: 'https://identity.example', subject: 'developer' }),
      name: 'Warm Advice',
      contactEmail: 'developer@example.com',
      redirectUris: [redirectUri],
      secretDigest,
      jwks: null,
      termsVersion: '1',
      createdAt: new Date(),
    })
    await database.pool.query({ text: 'update partner_client set state = $2 where id = $1', values: [id, state] })
    return { id, redirectUri }
  }

  async function call(as: string, path: string, { method = 'GET', body, cookie = '', key }: CallOptions = {}) {
    return fetch(`${publicUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${as}`,
        cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  /** Registers a gateway that these people add by the API; the first of them is its owner. */
  async function applianceOf(...people: readonly string[]): Promise<string> {
    const added = String(serial++)
    await registerTestGateways(database, [added], { brand: 'cedar' })
    let id = ''
    for (const as of people) {
      const body = claimBodyOf(added, { brands: ['cedar'] })
      const answer = await call(as, '/api/2/connections', { method: 'POST', body })
      if (answer.status !== 201) throw new Error(`The claim was answered ${answer.status}`)
      id = ((await answer.json()) as { id: string }).id
    }
    return id
  }

  /** Creates a browser that stores cookies and follows no redirect. */
  function browser() {
    const jar = new Map<string, string>()
    const cookie = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    async function request(url: string, init: RequestInit = {}): Promise<Response> {
      const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie: cookie() } })
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/su)
        if (value === '') jar.delete(name)
        else jar.set(name, value)
      }
      return answer
    }
    return {
      cookie,
      open: async (url: string) => request(url),
      /** Posts the fields of a form. */
      send: async (url: string, fields: Record<string, string>) =>
        request(url, { method: 'POST', body: new URLSearchParams(fields) }),
    }
  }

  const options = { [oauth.allowInsecureRequests]: true }
  const optionsOf = ({ dpop }: TestPartnerClient) => ({ ...options, ...(dpop && { DPoP: dpop }) })
  const issuer = new URL(`${publicUrl}/oauth`)

  async function discover(): Promise<oauth.AuthorizationServer> {
    const answer = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' })
    return oauth.processDiscoveryResponse(issuer, answer)
  }

  /** Sends a pushed authorization request, as a client that follows the standards does. */
  async function begin(client: TestPartnerClient, details: readonly object[] | null = [requestedApplianceDetail]) {
    const server = await discover()
    const verifier = oauth.generateRandomCodeVerifier()
    const parameters = new URLSearchParams({
      client_id: client.id,
      redirect_uri: client.redirectUri,
      response_type: 'code',
      scope: 'openid offline_access',
      state: 'state-of-test',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(details && { authorization_details: JSON.stringify(details) }),
    })
    const auth = authOf(client)
    const identified = { client_id: client.id }
    const pushed = await oauth.pushedAuthorizationRequest(server, identified, auth, parameters, optionsOf(client))
    return { server, verifier, auth, pushed }
  }

  /**
   * Starts an authorization request and opens it in a browser. Returns the request, the browser and the id of the
   * question whether the person shares appliances.
   */
  async function openQuestion(client: TestPartnerClient, details?: readonly object[] | null) {
    const begun = await begin(client, details)
    const { request_uri: uri } = await oauth.processPushedAuthorizationResponse(
      begun.server,
      { client_id: client.id },
      begun.pushed,
    )
    const own = browser()
    const address = new URL(begun.server.authorization_endpoint ?? '')
    address.search = new URLSearchParams({ client_id: client.id, request_uri: uri }).toString()
    const toInteraction = await own.open(address.href)
    const toPage = await own.open(new URL(toInteraction.headers.get('location') ?? '', publicUrl).href)
    const requestId = (toPage.headers.get('location') ?? '').split('/').at(-1) ?? ''
    return { ...begun, own, requestId, address }
  }

  type Opened = Awaited<ReturnType<typeof openQuestion>>

  async function question({ own, requestId }: Opened, as: string): Promise<SharingConsentRequest> {
    const answer = await call(as, `/api/2/sharing/${requestId}`, { cookie: own.cookie() })
    if (answer.status !== 200) throw new Error(`The question was answered ${answer.status}`)
    return (await answer.json()) as SharingConsentRequest
  }

  /**
   * Answers the question as the person `as`, and shares these appliances; an empty list declines. Returns the URL of
   * the client to which the browser is redirected.
   */
  async function settle(
    { own, requestId, shown }: Opened & { shown?: object },
    as: string,
    connectionIds: readonly string[],
  ): Promise<URL> {
    const body = { accept: connectionIds.length > 0, connectionIds, ...(shown && { shown }) }
    const sent = await call(as, `/api/2/sharing/${requestId}`, { method: 'POST', body, cookie: own.cookie() })
    const { continueUrl } = (await sent.json()) as { continueUrl: string }
    const last = await own.open(continueUrl)
    return new URL(last.headers.get('location') ?? '', publicUrl)
  }

  async function exchange(client: TestPartnerClient, { server, verifier, auth }: Opened, callback: URL) {
    const identified = { client_id: client.id }
    const parameters = oauth.validateAuthResponse(server, identified, callback, 'state-of-test')
    const { redirectUri } = client
    const rest = [redirectUri, verifier, optionsOf(client)] as const
    return oauth.authorizationCodeGrantRequest(server, identified, auth, parameters, ...rest)
  }

  /**
   * Runs the whole flow in which the person `as` shares these appliances with a client. Returns the tokens that the
   * client gets.
   */
  async function tokensFor(client: TestPartnerClient, as: string, connectionIds: readonly string[]) {
    const opened = await openQuestion(client)
    const sent = await exchange(client, opened, await settle(opened, as, connectionIds))
    const tokens = await oauth.processAuthorizationCodeResponse(opened.server, { client_id: client.id }, sent)
    return { ...opened, tokens }
  }

  /** Requests an access token by the client credentials grant. */
  async function tokenOf(client: TestPartnerClient): Promise<string> {
    const server = await discover()
    const { id } = client
    const asked = [authOf(client), {}, optionsOf(client)] as const
    const sent = await oauth.clientCredentialsGrantRequest(server, { client_id: id }, ...asked)
    return (await oauth.processClientCredentialsResponse(server, { client_id: id }, sent)).access_token
  }

  return {
    database,
    registry,
    daily,
    auditRecords: audit.trail.records,
    publicUrl,
    tokenOf,
    persons,
    registerClient,
    registerPublicClient,
    applianceOf,
    call,
    begin,
    openQuestion,
    question,
    settle,
    exchange,
    tokensFor,
    browser,
    discover,
    options,
    optionsOf,
    async close() {
      await app.close()
      await bus.close()
      await database.close()
    },
  }
}

type CallOptions = { method?: string; body?: unknown; cookie?: string; key?: string }
