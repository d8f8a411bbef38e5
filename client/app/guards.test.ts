import { expect, test, vi } from 'vitest'
import type { User } from '#contract/account.ts'
import { applianceApi } from '#contract/appliance-api.ts'
import { personApi } from '#contract/person-api.ts'
import type { Connection } from '#contract/appliance.ts'
import type { TermsStatus } from '#contract/terms.ts'
import { type ApiCall, CallError, type CallFailure } from '#client/api-call.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import type { GuardAnswer } from '#client/router/route.ts'
import { type PageSession, sessionLetIn, signedIn } from '#client/sign-in/session.ts'
import { createGuards } from './guards.ts'
import { createStore } from './store.ts'

const companyId = '22222222-2222-4222-8222-222222222222'

const complete: User = {
  sub: '1',
  firstName: 'Ada',
  lastName: 'Berg',
  contactEmail: 'ada@example.com',
  contactPhone: '15112345678',
  phoneCountryCode: 'DE',
  country: 'DE',
}

type Fixture = {
  token?: string | null
  items?: Connection[]
  user?: User
  status?: TermsStatus
  /** The failures of the fake server, by path of the request. */
  failures?: Record<string, CallFailure>
  address?: string
  loadMany?: () => Promise<unknown>
  loadUnverifiedEmail?: () => Promise<unknown>
  areCookiesRefused?: boolean
  prepareFaults?: (codes: readonly string[]) => Promise<unknown>
}

const accepted: TermsStatus = { accepted: true, hasUpdate: false }

function fixture(input: Fixture = {}) {
  const { token = 'token', items = [], user = complete, status = accepted, failures = {}, address = '' } = input
  const { prepareFaults = async () => undefined, loadMany = async () => undefined, areCookiesRefused = false } = input
  const { loadUnverifiedEmail = async () => undefined } = input
  const asked: string[] = []
  const answers: Record<string, unknown> = {
    [personApi.readUser.path]: user,
    [personApi.readTermsStatus.path]: status,
    [applianceApi.listConnections.path]: { items, total: items.length },
  }
  const call = (async ({ path }: { path: string }) => {
    asked.push(path)
    const failure = failures[path]
    if (failure) throw new CallError(failure)
    return answers[path]
  }) as unknown as ApiCall
  const store = createStore({
    calls: { call, brandId: 'cedar', now: () => 1 },
    listeners: { middleware: () => (next) => next },
    invitation: { kind: 'none' },
  })
  const session = { token: async () => token } as PageSession
  return {
    guards: createGuards({
      session,
      store,
      address: () => address,
      language: () => 'de',
      areCookiesRefused: () => areCookiesRefused,
      prepareFaults,
      loadMany,
      loadUnverifiedEmail,
    }),
    store,
    asked,
  }
}

function arrivingAt(path: string) {
  return { url: `https://portal.example${path}` }
}

/** Returns the path to which the guard redirects; null if the guard opens the route. */
async function sentTo(guard: Promise<GuardAnswer>): Promise<string | null> {
  return (await guard)?.to ?? null
}

test('a person who is not signed in signs in first, and returns to the same page', async () => {
  const { guards, asked } = fixture({ token: null })
  expect(await sentTo(guards.enterAppliances(arrivingAt('/appliances/add?brand=birch')))).toBe(
    '/auth/login?returnTo=%2Fappliances%2Fadd%3Fbrand%3Dbirch&language=de',
  )
  expect(asked).toEqual([])
})

test('a browser that blocks cookies shows the sign-in error page instead of redirecting', async () => {
  const { guards } = fixture({ token: null, areCookiesRefused: true })
  expect(await sentTo(guards.enterAppliances(arrivingAt('/appliances')))).toBe('/auth-failed')
})

test('if the page came with answers for a session, no token is requested', async () => {
  const { guards, store } = fixture({ token: null, items: [createApiConnection()] })
  store.dispatch(sessionLetIn())
  expect(await sentTo(guards.enterAppliances(arrivingAt('/appliances')))).toBeNull()
  store.dispatch(signedIn())
  expect(await sentTo(guards.enterAppliances(arrivingAt('/appliances')))).toContain('/auth/login')
})

test('a list with faults is shown once the fault texts are loaded, or have failed to load', async () => {
  const isPrepared = Promise.withResolvers<void>()
  const prepareFaults = vi.fn(async () => isPrepared.promise)
  const items = [
    createApiConnection({ gatewayStatus: 'ERROR', faultCode: 'E104', severity: 'ERROR' }),
    createApiConnection({ id: 'b' }),
  ]
  const { guards } = fixture({ items, prepareFaults })
  void guards.enterAppliances(arrivingAt('/appliances'))
  let isShown = false
  const shown = guards.someAppliances().then(() => (isShown = true))
  await vi.waitFor(() => expect(prepareFaults).toHaveBeenCalledWith(['E104']))
  expect(isShown).toBe(false)
  isPrepared.resolve()
  await shown
  const failing = fixture({ items, prepareFaults: () => Promise.reject(new Error('No such chunk')) })
  void failing.guards.enterAppliances(arrivingAt('/appliances'))
  expect(await sentTo(failing.guards.someAppliances())).toBeNull()
})

test('the appliance area loads the list on entry', async () => {
  const { guards, store } = fixture({ items: [createApiConnection()] })
  expect(await sentTo(guards.enterAppliances(arrivingAt('/appliances')))).toBeNull()
  expect(store.getState().appliances.items).toHaveLength(1)
})

test('a list that cannot be loaded leads to the error page', async () => {
  const { guards } = fixture({ failures: { [applianceApi.listConnections.path]: { kind: 'network' } } })
  expect(await sentTo(guards.enterAppliances(arrivingAt('/appliances')))).toBe('/error')
})

test('if the list cannot be loaded, the previously shown one is shown again', async () => {
  const failures: Record<string, CallFailure> = {}
  const { guards } = fixture({ items: [createApiConnection()], failures })
  await guards.enterAppliances(arrivingAt('/appliances'))
  failures[applianceApi.listConnections.path] = { kind: 'network' }
  expect(await sentTo(guards.enterAppliances(arrivingAt('/appliances')))).toBeNull()
  expect(await sentTo(guards.someAppliances())).toBeNull()
})

test('an ended session and missing terms have their own screens', async () => {
  const ended = fixture({ failures: { [applianceApi.listConnections.path]: { kind: 'unauthenticated' } } })
  expect(await sentTo(ended.guards.enterAppliances(arrivingAt('/appliances')))).toBeNull()
  const terms = fixture({ failures: { [applianceApi.listConnections.path]: { kind: 'terms', route: '/accept-tos' } } })
  expect(await sentTo(terms.guards.enterAppliances(arrivingAt('/appliances')))).toBeNull()
})

test('without appliances the list redirects to appliances/add', async () => {
  const { guards } = fixture()
  const [, list] = await Promise.all([
    guards.enterAppliances(arrivingAt('/appliances')),
    sentTo(guards.someAppliances()),
  ])
  expect(list).toBe('/appliances/add')
})

test('with appliances the list is shown', async () => {
  const { guards } = fixture({ items: [createApiConnection()] })
  const [, list] = await Promise.all([
    guards.enterAppliances(arrivingAt('/appliances')),
    sentTo(guards.someAppliances()),
  ])
  expect(list).toBeNull()
})

test('a long list waits for its additional code, and is shown without it if that fails to load', async () => {
  const loadMany = vi
    .fn<() => Promise<unknown>>()
    .mockResolvedValueOnce('many')
    .mockRejectedValueOnce(new Error('offline'))
  const listOf = (count: number) => Array.from({ length: count }, (_, index) => createApiConnection({ id: `${index}` }))
  for (const [count, calls] of [
    [3, 0],
    [4, 1],
    [200, 2],
  ] as const) {
    const { guards } = fixture({ items: listOf(count), loadMany })
    await guards.enterAppliances(arrivingAt('/appliances'))
    expect(await sentTo(guards.someAppliances())).toBeNull()
    expect(loadMany).toHaveBeenCalledTimes(calls)
  }
})

test('the list of somebody whose address is not verified waits for its callout', async () => {
  for (const [user, calls] of [
    [complete, 0],
    [{ ...complete, unverifiedEmail: 'ada@example.com' }, 1],
  ] as const) {
    const loadUnverifiedEmail = vi.fn<() => Promise<unknown>>().mockResolvedValue('callout')
    const { guards } = fixture({ items: [createApiConnection()], user, loadUnverifiedEmail })
    await guards.enterAppliances(arrivingAt('/appliances'))
    expect(await sentTo(guards.someAppliances())).toBeNull()
    expect(loadUnverifiedEmail).toHaveBeenCalledTimes(calls)
  }
})

test('only an appliance of the list has a data-export page', async () => {
  const { guards } = fixture({ items: [createApiConnection()] })
  await guards.enterAppliances(arrivingAt('/appliances'))
  expect(await sentTo(guards.listedAppliance(createApiConnection().id))).toBeNull()
  expect(await sentTo(guards.listedAppliance('aaaaaaaa-0000-4000-8000-00000000000f'))).toBe('/not-found')
})

test('an invitation is stored even before the sign-in', () => {
  const { guards, store } = fixture({ token: null })
  guards.keepInvitation(arrivingAt(`/invite?companyId=${companyId}`))
  expect(store.getState().invitation).toEqual({ kind: 'invited', companyId })
})

test('an invalid company id keeps an earlier invitation', () => {
  const { guards, store } = fixture()
  guards.keepInvitation(arrivingAt(`/invite?companyId=${companyId}`))
  guards.keepInvitation(arrivingAt('/invite?companyId=acme'))
  expect(store.getState().invitation).toEqual({ kind: 'invited', companyId })
})

test.each([
  ['never accepted', { status: { accepted: false, hasUpdate: false } }],
  ['renewed', { status: { accepted: true, hasUpdate: true } }],
  ['accepted, but without a country', { user: { ...complete, country: undefined } as unknown as User }],
] as const)('terms that were %s lead to /accept-tos', async (_, input) => {
  const { guards, asked } = fixture(input)
  expect(await sentTo(guards.enterAppliances(arrivingAt('/appliances')))).toBe('/accept-tos')
  expect(await sentTo(guards.enterAccount(arrivingAt('/account')))).toBe('/accept-tos')
  expect(await sentTo(guards.enterAccountAdd(arrivingAt('/account-add')))).toBe('/accept-tos')
  expect(await sentTo(guards.enterTerms(arrivingAt('/accept-tos')))).toBeNull()
  expect(asked).not.toContain(applianceApi.listConnections.path)
})

test('a person who came by an external address accepts the terms at /external-accept-tos', async () => {
  const status = { accepted: false, hasUpdate: false }
  const { guards } = fixture({ status, address: 'https://portal.example/external' })
  expect(await sentTo(guards.enterAppliances(arrivingAt('/appliances')))).toBe('/external-accept-tos')
})

test('a person who has accepted the terms continues to the wanted page', async () => {
  const status = { accepted: false, hasUpdate: false }
  const { guards, store } = fixture({ status })
  await guards.enterAccount(arrivingAt('/account?from=letter'))
  expect(store.getState().terms.wanted).toBe('/account?from=letter')
  expect(await sentTo(fixture().guards.enterTerms(arrivingAt('/accept-tos')))).toBe('/')
})

test('an incomplete account redirects to /account-add, after the terms', async () => {
  const user: User = { sub: '1', country: 'DE', firstName: '--', lastName: 'Berg' }
  const { guards, asked } = fixture({ user })
  expect(await sentTo(guards.enterAppliances(arrivingAt('/appliances')))).toBe('/account-add')
  expect(await sentTo(guards.enterAccount(arrivingAt('/account')))).toBe('/account-add')
  expect(await sentTo(guards.enterAccountAdd(arrivingAt('/account-add')))).toBeNull()
  expect(asked).not.toContain(applianceApi.listConnections.path)
})

test.each([personApi.readUser.path, personApi.readTermsStatus.path])(
  '%s that fails leads to the error page',
  async (path) => {
    const broken = fixture({ failures: { [path]: { kind: 'unexpected', status: 500 } } })
    expect(await sentTo(broken.guards.enterAccount(arrivingAt('/account')))).toBe('/error')
    const ended = fixture({ failures: { [path]: { kind: 'unauthenticated' } } })
    expect(await sentTo(ended.guards.enterAppliances(arrivingAt('/appliances')))).toBe('/unauthorized')
  },
)

test('the info page waits only for the user; live updates also wait for the terms, which are loaded in parallel', async () => {
  const { guards, store, asked } = fixture({ status: { accepted: false, hasUpdate: false } })
  expect(await sentTo(guards.enterInfo(arrivingAt('/info')))).toBeNull()
  expect(store.getState().account.user).not.toBeNull()
  expect(asked.toSorted()).toEqual([personApi.readTermsStatus.path, personApi.readUser.path])
})
