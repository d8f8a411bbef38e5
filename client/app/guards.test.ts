import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Connection } from '#contract/appliance.ts'
import { type Call, CallFailed, type Failure } from '#client/api.ts'
import { aConnection } from '#client/appliances/testing.ts'
import type { Session } from '#client/sign-in/session.ts'
import { createGuards, type Way } from './guards.ts'
import { createStore } from './store.ts'

const companyId = '22222222-2222-4222-8222-222222222222'

type World = { token?: string | null; items?: Connection[]; failure?: Failure }

function world({ token = 'token', items = [], failure }: World = {}) {
  const asked: string[] = []
  const call = (async ({ path }: { path: string }) => {
    asked.push(path)
    if (failure) throw new CallFailed(failure)
    return path === api.readUser.path ? { sub: '1' } : { items, total: items.length }
  }) as unknown as Call
  const store = createStore({
    effects: { call, brandId: 'cedar', now: () => 1 },
    listeners: { middleware: () => (next) => next },
    invitation: { kind: 'none' },
  })
  const session = { token: async () => token } as Session
  return { guards: createGuards({ session, store }), store, asked }
}

function arrivingAt(path: string) {
  return { request: { url: `https://portal.example${path}` } }
}

/** Where a guard sends people, null where it lets them in. */
async function sentTo(guard: Promise<Way>): Promise<string | null> {
  return (await guard)?.headers.get('location') ?? null
}

test('who is not signed in signs in first, and comes back to the same place', async () => {
  const { guards, asked } = world({ token: null })
  expect(await sentTo(guards.enterAppliances(arrivingAt('/appliances/add?brand=birch')))).toBe(
    '/auth/login?returnTo=%2Fappliances%2Fadd%3Fbrand%3Dbirch',
  )
  expect(asked).toEqual([])
})

test('the appliance area loads the list on entry', async () => {
  const { guards, store } = world({ items: [aConnection()] })
  expect(await sentTo(guards.enterAppliances(arrivingAt('/appliances')))).toBeNull()
  expect(store.getState().appliances.ids).toHaveLength(1)
})

test('a list that cannot be loaded leads to the error page', async () => {
  const { guards } = world({ failure: { kind: 'network' } })
  expect(await sentTo(guards.enterAppliances(arrivingAt('/appliances')))).toBe('/error')
})

test('a session that ended or terms that are missing lead to their own screens', async () => {
  const ended = world({ failure: { kind: 'unauthenticated' } })
  expect(await sentTo(ended.guards.enterAppliances(arrivingAt('/appliances')))).toBeNull()
  const terms = world({ failure: { kind: 'terms', route: '/accept-tos' } })
  expect(await sentTo(terms.guards.enterAppliances(arrivingAt('/appliances')))).toBeNull()
})

test('without appliances the list leads to appliances/add', async () => {
  const { guards } = world()
  const [, list] = await Promise.all([
    guards.enterAppliances(arrivingAt('/appliances')),
    sentTo(guards.someAppliances()),
  ])
  expect(list).toBe('/appliances/add')
})

test('with appliances the list is shown', async () => {
  const { guards } = world({ items: [aConnection()] })
  const [, list] = await Promise.all([
    guards.enterAppliances(arrivingAt('/appliances')),
    sentTo(guards.someAppliances()),
  ])
  expect(list).toBeNull()
})

test('only an appliance of the list has a data-export page', async () => {
  const { guards } = world({ items: [aConnection()] })
  await guards.enterAppliances(arrivingAt('/appliances'))
  expect(await sentTo(guards.knownAppliance(aConnection().id))).toBeNull()
  expect(await sentTo(guards.knownAppliance('aaaaaaaa-0000-4000-8000-00000000000f'))).toBe('/not-found')
})

test('an invitation is kept even for who is not signed in yet', () => {
  const { guards, store } = world({ token: null })
  guards.keepInvitation(arrivingAt(`/invite?companyId=${companyId}`))
  expect(store.getState().invitation).toEqual({ kind: 'invited', companyId })
})

test('what is no company id leaves an earlier invitation alone', () => {
  const { guards, store } = world()
  guards.keepInvitation(arrivingAt(`/invite?companyId=${companyId}`))
  guards.keepInvitation(arrivingAt('/invite?companyId=acme'))
  expect(store.getState().invitation).toEqual({ kind: 'invited', companyId })
})

test('a user that cannot be read leads to the error page', async () => {
  const { guards } = world({ failure: { kind: 'unexpected', status: 500 } })
  expect(await sentTo(guards.enterAccount(arrivingAt('/account')))).toBe('/error')
})
