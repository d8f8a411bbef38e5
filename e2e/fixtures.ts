import { test as base, type Page } from '@playwright/test'
import type { ApplianceType } from '#contract/appliance.ts'
import type { RegistryFileEntry } from '#stand-ins/registry-file.ts'
import { type ControlledGateway, endFault, connectControlledGateway } from './controlled-gateway.ts'
import { createGatewayPool, type GatewayPool, type WantedGateway } from './gateway-pool.ts'
import { addApplianceByApi, createTestSessions, type PersonApi, type TestSessions, type TestPerson } from './people.ts'

export { expect } from '@playwright/test'

type TestFixtures = {
  people: TestSessions
  /** Signs the browser of this page in as `who`. The test must still open a page of the portal. */
  signIn(page: Page, who: TestPerson): Promise<void>
  /** Opens a page in a separate browser context, signed in as `who`. */
  pageOf(who: TestPerson): Promise<Page>
  /** Returns a function that calls the portal's API as this person. */
  api(who: TestPerson): Promise<PersonApi>
  /**
   * Returns a gateway that no other test claims while this test runs; by default a gateway of brand cedar and type
   * rrc1.
   */
  claimable(wanted?: WantedGateway): RegistryFileEntry
  /** Adds a gateway to a person's list by the API. Returns the connection's id. */
  claimed(who: TestPerson, gateway: RegistryFileEntry): Promise<string>
  /** Connects a gateway that the demo does not simulate. */
  device(gateway: RegistryFileEntry): Promise<ControlledGateway>
  /**
   * Adds an appliance to a person's list, with a connected gateway that the test controls. `id`: the id of the
   * connection.
   */
  appliance(
    who: TestPerson,
    applianceType?: ApplianceType,
  ): Promise<{ id: string; gateway: RegistryFileEntry; field: ControlledGateway }>
}

/** The state of a worker for all its tests. `played`: the gateways that the current test has controlled. */
type WorkerState = { mqttUrl: string; gatewayPool: GatewayPool; sessions: TestSessions; played: Set<RegistryFileEntry> }

/**
 * The test function with the people, gateways and devices of the demo. After each test, the appliances of `ada`, `ben`,
 * `cleo` and of a person who signed up are removed.
 */
export const test = base.extend<TestFixtures, { workerState: WorkerState }>({
  workerState: [
    async ({ browser }, use, { project, parallelIndex, config }) => {
      const { baseURL = '' } = project.use
      await use({
        // The demo's MQTT port is 2 above the portal's. Specification 18.
        mqttUrl: `mqtt://localhost:${Number(new URL(baseURL).port) + 2}`,
        gatewayPool: await createGatewayPool(parallelIndex, config.workers),
        sessions: createTestSessions(browser, baseURL),
        played: new Set(),
      })
    },
    { scope: 'worker' },
  ],
  people: async ({ workerState: { sessions, played, mqttUrl } }, use) => {
    await use(sessions)
    await sessions.removeAppliances()
    // Ends the faults after all people have lost the gateways, so that the end of a fault causes no notices.
    for (const gateway of played) await endFault(mqttUrl, gateway)
    played.clear()
  },
  // Removes the appliances of a person who signed up. Otherwise a later test would claim their gateway only as a
  // viewer.
  page: async ({ page, people }, use) => {
    await use(page)
    await people.tidyAfterSignUp(page.request)
  },
  signIn: async ({ people }, use) => use((page, who) => people.signIn(page.context(), who)),
  pageOf: async ({ browser, signIn, contextOptions }, use) => {
    const pages: Page[] = []
    await use(async (who) => {
      const page = await (await browser.newContext(contextOptions)).newPage()
      pages.push(page)
      await signIn(page, who)
      return page
    })
    for (const page of pages) await page.context().close()
  },
  api: async ({ people }, use) => use(people.api),
  claimable: async ({ workerState: { gatewayPool } }, use) => {
    const taken: RegistryFileEntry[] = []
    await use((wanted) => {
      const gateway = gatewayPool.take(wanted)
      taken.push(gateway)
      return gateway
    })
    for (const gateway of taken) gatewayPool.giveBack(gateway)
  },
  claimed: async ({ api }, use) => {
    await use(async (who, gateway) => addApplianceByApi(await api(who), gateway))
  },
  device: async ({ workerState }, use) => {
    const devices: ControlledGateway[] = []
    await use(async (gateway) => {
      workerState.played.add(gateway)
      const controlledGateway = await connectControlledGateway(workerState.mqttUrl, gateway)
      devices.push(controlledGateway)
      return controlledGateway
    })
    for (const controlledGateway of devices) await controlledGateway.stop()
  },
  appliance: async ({ claimable, claimed, device }, use) => {
    await use(async (who, applianceType) => {
      const gateway = claimable({ simulated: false, ...(applianceType && { applianceType }) })
      return { gateway, id: await claimed(who, gateway), field: await device(gateway) }
    })
  },
})
