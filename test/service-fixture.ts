import { Readable } from 'node:stream'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect } from 'vitest'
import type { AddressRequestBody } from '#contract/address-form.ts'
import type { Connection } from '#contract/appliance.ts'
import { createDailyActRecorder } from '#server/audit/daily/daily-act-recorder.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { createTestDatabase } from '#test/database.ts'
import { type TestApi, type TestRequest, createTestApi } from '#test/test-api.ts'
import type { EndpointAdder, FileEndpointAdder } from '#server/http/endpoint-adder.ts'
import {
  createIdempotentRunnerForPeople,
  createIdempotentRequestRunner,
} from '#server/http/kept-answers/idempotent-request-runner.ts'
import { createPersonRefEncoder } from '#server/appliances/access/person-ref.ts'
import { addAccessRoutes } from '#server/appliances/access/routes.ts'
import { addTakeoverRoutes } from '#server/appliances/access/takeover/routes.ts'
import { defaultTrialWaitRange } from '#server/appliances/access/takeover/trial.ts'
import { createLinkMailQueue } from '#server/notices/link-mails/link-mail-queue.ts'
import { createApplianceGrantService } from '#server/partners/appliance-grants.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { addAddressRoutes } from '#server/appliances/address/routes.ts'
import { createClaimThrottle } from '#server/appliances/claim/claim-throttle.ts'
import { addContractRoutes } from '#server/appliances/contracts/routes.ts'
import { addDataExportRoutes } from '#server/appliances/data-export/routes.ts'
import { addHistoryRoutes } from '#server/appliances/history/routes.ts'
import { addReceiptRoutes } from '#server/appliances/receipts/routes.ts'
import { addApplianceRoutes } from '#server/appliances/routes.ts'
import { testBrandNameOf, createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'
import { claimBodyOf, registerTestGateways, registryKey, createTestApplianceStore } from './appliances.ts'

const countries = { cedar: ['AT', 'DE', 'CH'], birch: ['DE'] } as const

/**
 * Creates a portal in which owners change service settings by the API, with a real database. Call this function once
 * in a test file.
 */
export async function createServiceFixture() {
  const database = await createTestDatabase({ max: 10 })
  const log = pino({ level: 'silent' })
  const bus = createPostgresBus({ url: database.url, log })
  const time = { ms: Date.parse('2026-03-01T10:00:00Z') }
  /** The time since the last sign-in at the identity provider, in ms. It is the same for every person of the test. */
  const signIn = { ageMs: 0 }
  const persons = createPersonDirectory(database)
  const registry = new Registry()
  const daily = createDailyActRecorder({ pool: database.pool, bus, clock: { now: () => time.ms }, log, registry })
  const addRoutes = (add: EndpointAdder, addFile: FileEndpointAdder) => {
    const personRefs = createPersonRefEncoder(registryKey)
    const dependencies = {
      database,
      persons,
      bus,
      clock: { now: () => time.ms },
      log,
      registryKey,
      consentVersion: '2',
      appliances: createTestApplianceStore({ db: database.pool, clock: { now: () => time.ms }, consentVersion: '2' }),
      throttle: createClaimThrottle(database.pool, log),
      recordDailyAct: daily.record,
      recordReceipt: createTestReceiptRecorder().record,
      brandNameOf: testBrandNameOf,
      countriesOf: (brand: string) => (brand === 'cedar' || brand === 'birch' ? countries[brand] : []),
    }
    addApplianceRoutes(add, dependencies)
    addAddressRoutes(add, dependencies)
    addContractRoutes(add, dependencies)
    addReceiptRoutes({ add, addFile }, dependencies)
    const files = { read: async () => Readable.from(['PK']) }
    addDataExportRoutes({ add, addFile }, { ...dependencies, files, onDamaged: () => {} })
    addHistoryRoutes(add, { ...dependencies, onDamaged: () => {}, limitReads: async () => {} })
    const authenticationOf = async () => new Date(time.ms - signIn.ageMs)
    addTakeoverRoutes(add, { ...dependencies, takeoverWaits: defaultTrialWaitRange, authenticationOf })
    addAccessRoutes(add, {
      ...dependencies,
      personRefs,
      grants: createApplianceGrantService({ bus, recordReceipt: createTestReceiptRecorder().record }),
      originOf: () => 'https://portal.example',
      linkMails: createLinkMailQueue({ pool: database.pool, registryKey }),
      authenticationOf,
    })
  }
  const clock = { now: () => time.ms }
  const { pool } = database
  const answerOnce = createIdempotentRunnerForPeople(
    createIdempotentRequestRunner({ pool, clock, registryKey }),
    persons.personIdOf,
  )
  const api: TestApi = await createTestApi(addRoutes, { answerOnce })
  let serial = 300_000_000

  /**
   * Registers a gateway that these people add by the API; the first of them is its owner. Returns the id of the
   * gateway.
   */
  async function applianceOf(people: readonly string[], brand = 'cedar'): Promise<string> {
    const added = String(serial++)
    await registerTestGateways(database, [added], { brand })
    const ids: string[] = []
    for (const as of people) {
      const body = claimBodyOf(added, { brands: [brand] })
      const answer = await api.send({ as, method: 'POST', url: '/api/2/connections', body })
      expect(answer.statusCode).toBe(201)
      ids.push(answer.json<Connection>().id)
    }
    return ids[0] ?? ''
  }

  async function connectionOf(as: string, id: string): Promise<Connection> {
    const answer = await api.send({ as, url: `/api/2/connections/${id}` })
    expect(answer.statusCode).toBe(200)
    return answer.json<Connection>()
  }

  async function eventsOf(id: string): Promise<string[]> {
    const { rows } = await database.pool.query<{ event: string }>(
      `select kind || ' by ' || coalesce(subject, 'nobody') as event
       from service_event e left join person p on p.id = e.person_id where gateway_id = $1 order by e.id`,
      [id],
    )
    return rows.map(({ event }) => event)
  }

  return {
    database,
    bus,
    time,
    /** Records who viewed which data, as a process of the portal does. */
    daily,
    registry,
    signIn,
    applianceOf,
    connectionOf,
    eventsOf,
    send: async (request: TestRequest) => api.send(request),
    putAddress: async (as: string, id: string, body: unknown) =>
      api.send({ as, method: 'PUT', url: `/api/2/connections/${id}/address`, body }),
    close: async () => {
      await api.app.close()
      await daily.idle()
      await bus.close()
      await database.close()
    },
  }
}

export const viennaAddress = { street: ['Ring 2'], postalCode: '1010', city: 'Wien', country: 'AT' }

/** An address in which all optional fields are set. */
export const berlinAddress: Required<AddressRequestBody> = {
  street: ['Unter den Linden 1', 'Hof'],
  postalCode: '10117',
  city: 'Berlin',
  country: 'DE',
}

/** A valid id that no row has. */
export const unknownId = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
