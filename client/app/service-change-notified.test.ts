import { createListenerMiddleware } from '@reduxjs/toolkit'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AddressRequestBody } from '#contract/address-form.ts'
import { applianceApi } from '#contract/appliance-api.ts'
import type { Connection } from '#contract/appliance.ts'
import { type ApiCall, CallError } from '#client/api-call.ts'
import { addProvider, loadAppliances, removeProvider, saveAddress } from '#client/appliances/state/appliance-calls.ts'
import { serviceChangeNotified } from '#client/appliances/state/appliance-events.ts'
import { selectAppliance } from '#client/appliances/state/appliances-state.ts'
import {
  testCompany,
  createApiConnection,
  testAddress,
  testProviderContract,
  testShownText,
} from '#test/client/api-connection.ts'
import { startServiceEffects } from './service-effects.ts'
import { createStore, type Dispatch, type State } from './store.ts'

// Specification 14.3: after a notification with a larger `seq`, the page reads the connection again when its own
// commands are answered.

const { id } = createApiConnection()

type Change = (before: Connection['service']) => Connection['service']

const toCity =
  (city: string): Change =>
  (service) => ({ ...service, address: { ...testAddress, city } })
const withoutProvider: Change = (service) => ({ ...service, contracts: [] })
const withProvider: Change = (service) => ({ ...service, contracts: [testProviderContract] })

type Asked = { method: string; path: string }

const keyOf = ({ method, path }: Asked): string => `${method} ${path}`

type Delay = <T>(value: T) => Promise<T>

/** Creates a page with a fake server. `delay` delays its answers and notifications. */
function fixture(delay: Delay, losesAnswerTo: string | null = null) {
  let { service } = createApiConnection({ service: { contracts: [testProviderContract] } })
  const asked: string[] = []

  function change(how: Change): void {
    service = { ...how(service), seq: service.seq + 1 }
    void delay(undefined).then(() => store.dispatch(serviceChangeNotified({ id, seq: service.seq })))
  }

  const changes: Record<string, (input: { body?: unknown }) => Change> = {
    [keyOf(applianceApi.changeAddress)]: ({ body }) => toCity((body as AddressRequestBody).city),
    [keyOf(applianceApi.addContract)]: () => withProvider,
    [keyOf(applianceApi.endContract)]: () => withoutProvider,
  }
  const answers: Record<string, () => unknown> = {
    [keyOf(applianceApi.listConnections)]: () => ({ items: [createApiConnection({ service })], total: 1 }),
    [keyOf(applianceApi.addContract)]: () => testProviderContract,
  }

  async function call(endpoint: Asked, input: { body?: unknown }): Promise<unknown> {
    const key = keyOf(endpoint)
    asked.push(key)
    await delay(undefined)
    const how = changes[key]?.(input)
    if (how) change(how)
    await delay(undefined)
    const answer = (answers[key] ?? (() => createApiConnection({ service })))()
    await delay(undefined)
    if (losesAnswerTo === key) throw new CallError({ kind: 'network' })
    return answer
  }

  const listeners = createListenerMiddleware<State, Dispatch>()
  startServiceEffects(listeners)
  const calls = {
    call: call as unknown as ApiCall,
    brandId: 'cedar',
    now: () => 1,
    wait: async () => undefined,
  }
  const store = createStore({ calls, listeners, invitation: { kind: 'none' } })
  const shown = () => {
    const current = selectAppliance(store.getState(), id)?.service
    return { city: current?.address?.city, hasProvider: Boolean(current?.provider) }
  }
  const there = () => ({ city: service.address?.city, hasProvider: service.contracts.length > 0 })
  return { store, asked, shown, there, change }
}

const company = { id, companyId: testCompany.id, shown: testShownText }
const saving = (city: string) => saveAddress({ id, address: { ...testAddress, city }, isNew: false })

const acts = ['save', 'remove', 'add', 'list', 'other saves', 'other removes'] as const
type Act = (typeof acts)[number]

test('with any changes of others during a save, and in any order of notifications, the page shows the current state', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom(...acts), { minLength: 2, maxLength: 4 }),
      async (scheduler, happening) => {
        const { store, shown, there, change } = fixture(async (value) => scheduler.schedule(Promise.resolve(value)))
        const happens: Record<Act, (turn: number) => unknown> = {
          save: async (turn) => store.dispatch(saving(`own ${turn}`)),
          remove: async () => store.dispatch(removeProvider(company)),
          add: async () => store.dispatch(addProvider(company)),
          list: async () => store.dispatch(loadAppliances()),
          'other saves': (turn) => change(toCity(`other ${turn}`)),
          'other removes': () => change(withoutProvider),
        }
        const loaded = store.dispatch(loadAppliances())
        await scheduler.waitIdle()
        await loaded
        for (const [turn, kind] of happening.entries()) {
          void scheduler.schedule(Promise.resolve(kind)).then(() => happens[kind](turn))
        }
        await scheduler.waitIdle()
        expect(shown()).toEqual(there())
      },
    ),
    { numRuns: 300 },
  )
  // The time limit is long because each run waits for hundreds of turns of the event loop. These are slow on a busy
  // computer.
}, 180_000)

const atOnce: Delay = async (value) => new Promise((resolve) => setTimeout(() => resolve(value), 0))

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await atOnce(undefined)
}

test('a notification about the page’s own change causes no read', async () => {
  const { store, asked, shown } = fixture(atOnce)
  await store.dispatch(loadAppliances())
  asked.length = 0
  await store.dispatch(saving('München'))
  await store.dispatch(removeProvider(company))
  await settled()
  expect(asked).toEqual([
    keyOf(applianceApi.changeAddress),
    keyOf(applianceApi.endContract),
    keyOf(applianceApi.readConnection),
  ])
  expect(shown()).toEqual({ city: 'München', hasProvider: false })
})

test('a notification about a change whose answer was lost causes no second read', async () => {
  const { store, asked, shown } = fixture(atOnce, keyOf(applianceApi.changeAddress))
  await store.dispatch(loadAppliances())
  asked.length = 0
  await store.dispatch(saving('Bremen'))
  await settled()
  // The app reads the connection only once. This read resolves the unknown outcome, and also brings the notified
  // change.
  expect(asked).toEqual([keyOf(applianceApi.changeAddress), keyOf(applianceApi.readConnection)])
  expect(shown()).toMatchObject({ city: 'Bremen' })
})
