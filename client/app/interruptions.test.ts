import { expect, test } from 'vitest'
import { personApi } from '#contract/person-api.ts'
import { loadUser } from '#client/account/account-slice.ts'
import type { ApiCall } from '#client/api-call.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { editingStarted } from '#client/appliances/state/appliances-slice.ts'
import { selectIsEditingAppliance, selectApplianceProgress } from '#client/appliances/state/appliances-state.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import { createDraftStore } from '#client/draft-store.ts'
import { signedIn, signedOut } from '#client/sign-in/session.ts'
import { createSilentEffects } from '#test/client/silent-effects.ts'
import { createInterruptionHandler, openDraftsOnReturn } from './interruptions.ts'
import { createStore } from './store.ts'

const appliance = createApiConnection()

/** Creates the app at `path` with an open form. `kept`: the initial content of the tab's storage. */
async function fixture({ path = '/appliances', kept = new Map<string, string>() } = {}) {
  const done: unknown[] = []
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const call = (async ({ path: asked }: { path: string }) =>
    asked === personApi.readUser.path ? { sub: 'ada' } : { items: [appliance], total: 1 }) as unknown as ApiCall
  const navigate = (to: string, entering?: object) => void done.push(entering ? [to, entering] : to)
  const listeners = createSilentEffects({ navigate, tabStorage: storage })
  const store = createStore({
    calls: { call, brandId: 'cedar', now: () => 1 },
    listeners,
    invitation: { kind: 'none' },
  })
  const drafts = createDraftStore({ storage, now: () => 1, onTaken: () => undefined })
  openDraftsOnReturn(listeners, drafts)
  const address = () => `https://portal.example${path}`
  const leaving = { now: false }
  const interruptions = createInterruptionHandler({
    store,
    drafts,
    navigate,
    address,
    reload: () => done.push('reload'),
    isLeaving: () => leaving.now,
  })
  await store.dispatch(loadUser())
  await store.dispatch(loadAppliances())
  return {
    interruptions,
    leaving,
    store,
    drafts,
    done,
    kept,
    edit() {
      store.dispatch(editingStarted({ id: appliance.id, part: 'address' }))
      drafts.registerForm(`address ${appliance.id}`, () => ({ city: 'Bonn' }))
    },
  }
}

test('a page that is about to be replaced by another document stays, so that it does not cancel that', async () => {
  const { interruptions, leaving, done } = await fixture({ path: '/account' })
  leaving.now = true
  interruptions.sessionEnded()
  interruptions.unauthenticated()
  expect(done).toEqual([])
})

test('the end of a session clears the screen, and drafts are restored after the sign-in', async () => {
  const before = await fixture({ path: '/appliances?brand=birch' })
  before.edit()
  before.store.dispatch(signedOut())
  before.interruptions.sessionEnded()
  expect(before.done).toEqual([
    [
      '/unauthorized',
      { replace: true, state: { why: 'signed-out', returnTo: '/appliances?brand=birch', hasKept: true } },
    ],
  ])
  expect(selectIsEditingAppliance(before.store.getState())).toBe(false)
  const after = await fixture({ kept: before.kept })
  expect(selectApplianceProgress(after.store.getState(), appliance.id).isEditing.address).toBe(true)
  expect(after.drafts.takeDraft(`address ${appliance.id}`)).toEqual({ city: 'Bonn' })
})

test.each(['/policies/de/DE/tos', '/unauthorized', '/auth-failed', '/not-found'])(
  'where no session is needed, its end changes nothing: %s',
  async (path) => {
    const { interruptions, done } = await fixture({ path })
    interruptions.sessionEnded()
    expect(done).toEqual([])
  },
)

test('HTTP 401 on any call leads to /unauthorized, once', async () => {
  const policy = await fixture({ path: '/policies/de/DE/tos' })
  policy.interruptions.unauthenticated()
  expect(policy.done).toMatchObject([['/unauthorized', {}]])
  const there = await fixture({ path: '/unauthorized' })
  there.interruptions.unauthenticated()
  expect(there.done).toEqual([])
})

test('a rejected token during a valid session does not count as a sign-out', async () => {
  const { interruptions, done, store } = await fixture()
  store.dispatch(signedIn())
  interruptions.unauthenticated()
  expect(done).toMatchObject([['/unauthorized', { state: { why: 'refused', returnTo: '/appliances' } }]])
})

test('HTTP 412 leads to accept-tos, or external-accept-tos when the URL contains external, and back', async () => {
  const { interruptions, done, store } = await fixture({ path: '/account?from=letter' })
  interruptions.termsMissing('/accept-tos')
  expect(done).toEqual(['/accept-tos'])
  expect(store.getState().terms.wanted).toBe('/account?from=letter')
  const external = await fixture({ path: '/external' })
  external.interruptions.termsMissing('/accept-tos')
  expect(external.done).toEqual(['/external-accept-tos'])
})

test('a route that is not a path of the page is not followed', async () => {
  const { interruptions, done } = await fixture()
  interruptions.termsMissing('https://evil.example')
  expect(done).toEqual(['/'])
})

test('a person who is typing is asked before the terms replace the screen', async () => {
  const { interruptions, done, store, drafts, edit } = await fixture()
  edit()
  interruptions.termsMissing('/accept-tos')
  expect([done, store.getState().terms.refusals]).toEqual([[], 1])
  interruptions.readTerms()
  expect(done).toEqual(['/accept-tos'])
  expect(drafts.forms()).toEqual([`address ${appliance.id}`])
})

test('a reloaded page keeps drafts', async () => {
  const { interruptions, done, drafts, edit } = await fixture()
  edit()
  interruptions.loadAgain()
  expect(done).toEqual(['reload'])
  expect(drafts.forms()).toEqual([`address ${appliance.id}`])
})
