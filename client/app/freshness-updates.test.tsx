import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import { personApi } from '#contract/person-api.ts'
import type { Connection } from '#contract/appliance.ts'
import { dayMs } from '#contract/durations.ts'
import { type ApiCall, CallError, type CallFailure } from '#client/api-call.ts'
import { loadUser } from '#client/account/account-slice.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { ApplianceCard } from '#client/appliances/card/appliance-card.tsx'
import { CardSettingsProvider } from '#client/appliances/card-settings.tsx'
import { selectAppliances } from '#client/appliances/state/appliances-state.ts'
import { connectingForMs, freshForMs, selectFreshness, selectOutage } from '#client/appliances/state/freshness.ts'
import { LongListCard } from '#client/appliances/list/long-list-card.tsx'
import { ConditionSummary } from '#client/appliances/list/many/condition-summary.tsx'
import { createApiConnection } from '#test/client/api-connection.ts'
import en from '#texts/en/page.json' with { type: 'json' }
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation } from '#client/i18n/translation.ts'
import { silenceMs } from '#client/live/live-connection.ts'
import type { BusHandler, EventBusClient } from '#client/live/event-bus-client.ts'
import { StaticRouter } from '#client/router/static-router.tsx'
import { loadTermsStatus } from '#client/terms/terms-slice.ts'
import { createSilentEffects } from '#test/client/silent-effects.ts'
import { startFreshnessUpdates } from './freshness-updates.ts'
import { createLiveEffects } from './live-effects.ts'
import { createStore, type Store } from './store.ts'

const translation = await createTranslation({
  load: async () => en,
  keeping: { getItem: () => 'en', setItem: () => {} },
  preferred: ['en-GB'],
  onLanguage: () => {},
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { sessionStorage: { getItem: () => null } })
  vi.stubGlobal('history', { state: null })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('sessionStorage', { getItem: () => null })
})
afterEach(() => vi.useRealTimers())
afterAll(() => vi.unstubAllGlobals())

const noNetwork: CallFailure = { kind: 'network' }
const user = { sub: '1', email: 'ada@example.com', country: 'DE' }
const terms = { accepted: true, hasUpdate: false }

/**
 * The behaviour of the fake server and the fake socket. Both read it at each call, so a test can change it while the
 * app is open.
 */
type Outside = { list: 'answers' | 'refuses' | 'fails'; socket: 'opens' | 'closed'; subscriptions: 'taken' | 'refused' }

/** Opens a signed-in page with all state and effects that decide how fresh its values are. */
async function openPage(outside: Outside) {
  const listeners = createSilentEffects()
  const items = [createApiConnection(), createApiConnection({ id: 'aaaaaaaa-0000-4000-8000-000000000002' })]
  const seen = { listedAt: -Infinity, confirmedAt: -Infinity }
  const now = () => Date.now()
  const call = callOf(outside, items, seen)
  const store = createStore({
    calls: { call, brandId: 'cedar', now, isOffline: () => false },
    listeners,
    invitation: { kind: 'none' },
  })
  startFreshnessUpdates({ store, now })
  const windowListeners = new Map<string, () => void>()
  const sockets = socketsOf(outside, seen)
  const live = createLiveEffects({
    store,
    listeners,
    log: { warn: () => undefined },
    connect: sockets.connect,
    window: { addEventListener: (type, listen) => windowListeners.set(type, listen) },
    session: { token: async () => 'token', renew: async () => 'token' } as never,
    now,
  })
  live.start()
  await Promise.all([store.dispatch(loadUser()), store.dispatch(loadTermsStatus()), store.dispatch(loadAppliances())])
  await vi.advanceTimersByTimeAsync(0)
  const say = (type: 'online' | 'offline') => windowListeners.get(type)?.()
  return { store, sockets, seen, say, end: live.stop }
}

type Seen = { listedAt: number; confirmedAt: number }

function callOf(outside: Outside, items: Connection[], seen: Seen): ApiCall {
  const callFailure: CallFailure = {
    kind: 'refused',
    status: 403,
    code: 'forbidden',
    errors: [],
    retryAfterS: null,
  } as never
  return (async ({ path }: { path: string }) => {
    if (path === personApi.readUser.path) return user
    if (path === personApi.readTermsStatus.path) return terms
    if (path !== applianceApi.listConnections.path) {
      if (outside.subscriptions === 'refused') throw new CallError(callFailure)
      return { subscriptions: [] }
    }
    if (outside.list === 'fails') throw new CallError(noNetwork)
    if (outside.list === 'refuses') throw new CallError(callFailure)
    seen.listedAt = Date.now()
    return { items, total: items.length }
  }) as unknown as ApiCall
}

/**
 * Creates fake sockets, which open or fail as `outside` says. The test can close the newest socket or send a status on
 * it.
 */
function socketsOf(outside: Outside, seen: Seen) {
  let newest: { bus: EventBusClient; handler: BusHandler | null } | null = null
  let sequence = 0
  const connect = async () => {
    const made: { bus: EventBusClient; handler: BusHandler | null } = { bus: busOf(), handler: null }
    newest = made
    function busOf(): EventBusClient {
      return {
        onopen: null,
        onclose: null,
        onerror: () => undefined,
        state: 1,
        enablePing: () => undefined,
        registerHandler: (_, __, handler) => {
          made.handler = handler
          confirm()
        },
        unregisterHandler: () => undefined,
        close: () => undefined,
      }
    }
    const { bus } = made
    queueMicrotask(() => queueMicrotask(() => (outside.socket === 'opens' ? bus.onopen?.() : bus.onclose?.(undefined))))
    return bus
  }
  function say(body: unknown): void {
    if (!newest?.handler || outside.socket === 'closed') return
    seen.confirmedAt = Date.now()
    newest.handler(null, { body })
  }
  const confirm = () => say({ resourceType: 'registration', subscribed: 2 })
  return {
    connect,
    confirm,
    close: () => newest?.bus.onclose?.(undefined),
    push: (status: string) => {
      sequence += 1
      say({
        resourceType: 'gateway',
        resourceId: createApiConnection().id,
        unit: 'status',
        seq: sequence,
        value: { status, since: new Date().toISOString(), faultCode: null, severity: null },
      })
    },
  }
}

const brand = { name: 'Brand', countries: ['DE'], supportMail: 'support@example.com' }

/** Returns, for each part of the page, whether the part shows its values as old. */
function partsOf(store: Store): Record<string, boolean> {
  const appliances = selectAppliances(store.getState())
  const [appliance] = appliances
  if (!appliance) throw new Error('There is no appliance.')
  const listed = { appliance, startsNear: true, isAlwaysDrawn: true, onFold: () => undefined }
  const draw = (element: React.ReactElement) =>
    renderToStaticMarkup(
      <Provider store={store}>
        <TextProvider translation={translation}>
          <StaticRouter>
            <CardSettingsProvider value={{ brand: brand as never, userCountry: null }}>{element}</CardSettingsProvider>
          </StaticRouter>
        </TextProvider>
      </Provider>,
    )
  const card = draw(<ApplianceCard appliance={appliance} />)
  const row = draw(<LongListCard {...listed} isUnfolded={false} />)
  const distant = draw(<LongListCard {...listed} isUnfolded={false} startsNear={false} isAlwaysDrawn={false} />)
  const summary = draw(<ConditionSummary appliances={appliances} />)
  return {
    'bar of the card': /<article[^>]* data-old/u.test(card),
    'age in the chip': card.includes('Last seen'),
    'one age in the card': card.split('Last seen').length === 2,
    'colour of the chip': !/_(?:ok|warning|danger)_/u.test(chipOf(card)),
    sentence: card.includes('This may be out of date'),
    'sentence that all is well': !/All is well|(?:Working|Online) since [^<]*\.<|reports a fault/u.test(card),
    readings: /<section[^>]* data-old/u.test(card),
    'bar of the row': /<article[^>]* data-old/u.test(row),
    'age in the row': row.includes('Last seen'),
    'values of the row': /<dl[^>]* data-old/u.test(row),
    'row that is far away': /<article[^>]* data-old/u.test(distant),
    'age in the summary': summary.includes('Last seen'),
    'colour of the summary': /<section[^>]* data-old/u.test(summary),
  }
}

function chipOf(card: string): string {
  const [chip] = /<span class="_chip_[^"]*"/u.exec(card) ?? []
  if (chip === undefined) throw new Error('The card has no chip.')
  return chip
}

type Happening =
  | { kind: 'wait' | 'sleep'; ms: number }
  | { kind: 'list'; list: Outside['list'] }
  | { kind: 'socket'; socket: Outside['socket'] }
  | { kind: 'subscriptions'; subscriptions: Outside['subscriptions'] }
  | { kind: 'confirm' | 'close' | 'online' | 'offline' | 'load' }
  | { kind: 'push'; status: 'WORKING' | 'ERROR' }

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 100_000 }) }) },
  fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: 1, max: dayMs }) }),
  fc.record({ kind: fc.constant('list' as const), list: fc.constantFrom('answers', 'refuses', 'fails') }),
  fc.record({ kind: fc.constant('socket' as const), socket: fc.constantFrom('opens', 'closed') }),
  fc.record({ kind: fc.constant('subscriptions' as const), subscriptions: fc.constantFrom('taken', 'refused') }),
  fc.record({ kind: fc.constantFrom('confirm', 'close', 'online', 'offline', 'load') }),
  fc.record({ kind: fc.constant('push' as const), status: fc.constantFrom('WORKING', 'ERROR') }),
) as fc.Arbitrary<Happening>

type OpenPage = Awaited<ReturnType<typeof openPage>>

async function happen(page: OpenPage, outside: Outside, event: Happening): Promise<void> {
  const { store, sockets, say } = page
  if (event.kind === 'list') outside.list = event.list
  else if (event.kind === 'socket') outside.socket = event.socket
  else if (event.kind === 'subscriptions') outside.subscriptions = event.subscriptions
  else if (event.kind === 'confirm') sockets.confirm()
  else if (event.kind === 'close') sockets.close()
  else if (event.kind === 'load') await store.dispatch(loadAppliances())
  else if (event.kind === 'push') sockets.push(event.status)
  else if (event.kind === 'wait') return void (await vi.advanceTimersByTimeAsync(event.ms))
  else if (event.kind === 'sleep') return sleep(event.ms)
  else say(event.kind)
  await vi.advanceTimersByTimeAsync(0)
}

/**
 * Simulates that the computer sleeps for `ms`: the clock continues, but timers stop. Then waits 5 s, in which the app
 * detects the sleep.
 */
async function sleep(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms)
  await vi.advanceTimersByTimeAsync(5_000)
}

test('all parts of the page always agree about its age', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('opens', 'closed'),
      fc.array(happening, { maxLength: 14 }),
      async (socket, events) => {
        const outside: Outside = { list: 'answers', socket, subscriptions: 'taken' }
        const page = await openPage(outside)
        for (const event of events) {
          await happen(page, outside, event)
          const freshness = selectFreshness(page.store.getState())
          const isOld = freshness.kind === 'old'
          for (const [part, saysOld] of Object.entries(partsOf(page.store))) expect(saysOld, part).toBe(isOld)
          expect(!isOld && selectOutage(page.store.getState()) !== null).toBe(false)
          const lastTrueAt = Math.max(page.seen.listedAt, page.seen.confirmedAt)
          const ageMs = Date.now() - lastTrueAt
          // Without the list and the socket, values count as current for at most the longer of the two periods and a
          // grace period.
          expect(isOld ? 0 : ageMs).toBeLessThanOrEqual(Math.max(freshForMs, silenceMs + 5_000) + connectingForMs)
          const isListed = Date.now() - page.seen.listedAt < freshForMs
          expect(isOld && freshness.cause !== 'offline' && isListed).toBe(false)
        }
        page.end()
        vi.clearAllTimers()
      },
    ),
    { numRuns: 40 },
  )
})

test('a page with a blocked socket and an answered list is never old', async () => {
  const { store } = await openPage({ list: 'answers', socket: 'closed', subscriptions: 'taken' })
  for (let seconds = 0; seconds < 600; seconds += 1) {
    await vi.advanceTimersByTimeAsync(1_000)
    expect(selectFreshness(store.getState())).toEqual({ kind: 'live' })
  }
})

test('a page that loses its socket is connecting for at most 10 s, then old until the list is answered', async () => {
  const outside: Outside = { list: 'answers', socket: 'opens', subscriptions: 'taken' }
  const { store, sockets } = await openPage(outside)
  const kind = () => selectFreshness(store.getState()).kind
  for (let waited = 0; waited < 100_000; waited += 20_000) {
    await vi.advanceTimersByTimeAsync(20_000)
    sockets.confirm()
  }
  expect(kind()).toBe('live')
  Object.assign(outside, { list: 'fails', socket: 'closed' })
  const lostAt = Date.now()
  sockets.close()
  expect(kind()).toBe('connecting')
  await vi.advanceTimersByTimeAsync(connectingForMs - 1)
  expect(kind()).toBe('connecting')
  await vi.advanceTimersByTimeAsync(1)
  expect(selectFreshness(store.getState())).toEqual({ kind: 'old', at: lostAt, cause: 'unreachable' })
  expect(selectOutage(store.getState())).toBe('unreachable')
  outside.list = 'answers'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(kind()).toBe('live')
})

test('after the machine slept, the values are old at once until the server answers', async () => {
  for (const wake of [() => undefined, ({ sockets }: OpenPage) => sockets.close()]) {
    const outside: Outside = { list: 'answers', socket: 'opens', subscriptions: 'taken' }
    const page = await openPage(outside)
    await vi.advanceTimersByTimeAsync(40_000)
    page.sockets.confirm()
    const lastMessageAt = Date.now()
    const kind = () => selectFreshness(page.store.getState()).kind
    expect(kind()).toBe('live')
    Object.assign(outside, { list: 'fails', socket: 'closed' })
    vi.setSystemTime(Date.now() + dayMs)
    wake(page)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(selectFreshness(page.store.getState())).toMatchObject({ kind: 'old', at: lastMessageAt })
    page.say('offline')
    page.say('online')
    await vi.advanceTimersByTimeAsync(0)
    expect(kind()).toBe('old')
    Object.assign(outside, { list: 'answers', socket: 'opens' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(kind()).toBe('live')
    page.end()
    vi.clearAllTimers()
  }
})

test('what a page without a network shows is old at once', async () => {
  const { store, say } = await openPage({ list: 'answers', socket: 'opens', subscriptions: 'taken' })
  say('offline')
  expect(selectOutage(store.getState())).toBe('offline')
  say('online')
  await vi.advanceTimersByTimeAsync(0)
  expect(selectFreshness(store.getState())).toEqual({ kind: 'live' })
})
