import { expect, test } from 'vitest'
import type { ApiCall } from '#client/api-call.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { signedIn, signedOut } from '#client/sign-in/session.ts'
import { reloadListOnReturn } from './reload-list-on-return.ts'
import { createStore } from './store.ts'

const pass = () => (next: (action: unknown) => unknown) => (action: unknown) => next(action)

async function fixture() {
  const target: EventTarget = new EventTarget()
  const time = { now: 0 }
  let reads = 0
  const call = (async () => {
    reads += 1
    return { items: [], total: 0 }
  }) as unknown as ApiCall
  const store = createStore({
    calls: { call, brandId: 'cedar', now: () => time.now },
    listeners: { middleware: pass },
    invitation: { kind: 'none' },
  })
  store.dispatch(signedIn())
  await store.dispatch(loadAppliances())
  const page = Object.assign(target, { visibilityState: 'visible' })
  reloadListOnReturn({ window: target, document: page, now: () => time.now }, store)
  const comeBack = (type = 'focus') => target.dispatchEvent(new Event(type))
  return { store, page, time, comeBack, reads: () => reads - 1 }
}

test('returning to the page reads the list again', async () => {
  const { time, comeBack, reads } = await fixture()
  time.now = 60_000
  comeBack()
  expect(reads()).toBe(1)
})

test('returning twice within 5 s reads it once', async () => {
  const { time, comeBack, reads } = await fixture()
  time.now = 60_000
  comeBack('visibilitychange')
  comeBack()
  time.now = 64_999
  comeBack()
  expect(reads()).toBe(1)
})

test('a hidden or signed-out page reads nothing', async () => {
  const { store, page, time, comeBack, reads } = await fixture()
  time.now = 60_000
  page.visibilityState = 'hidden'
  comeBack('visibilitychange')
  page.visibilityState = 'visible'
  store.dispatch(signedOut())
  comeBack()
  expect(reads()).toBe(0)
})
