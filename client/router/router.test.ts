import { expect, test, vi } from 'vitest'
import { createPageHistory } from './page-history.ts'
import type { GuardAnswer, PageRoute } from './route.ts'
import { createRouter } from './router.ts'
import { createTestWindow } from '#test/client/test-window.ts'

const later = <Value>() => Promise.withResolvers<Value>()
/** Waits until pending loads are done. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

async function routerAt(path: string, routes: readonly PageRoute[], isReady = true) {
  const tab = createTestWindow(path)
  const leaveFor = vi.fn<(path: string, replaces: boolean) => void>()
  const others = [
    { path: 'info', element: 'info' },
    { path: 'help', element: 'help' },
    { path: '*', element: 'not found' },
  ]
  const router = createRouter({
    routes: [...routes, ...others],
    history: createPageHistory(tab.window),
    leaveFor,
  })
  if (isReady) await settled()
  return { router, tab, leaveFor }
}

type Opened = Awaited<ReturnType<typeof routerAt>>

const shownBy = ({ router }: Opened) => router.state().shown
const elementOf = (opened: Opened) => {
  const shownRoute = shownBy(opened)
  return shownRoute.kind === 'there' ? shownRoute.element : shownRoute.kind
}

test('a route without guard and loading is shown in the first frame', async () => {
  expect(elementOf(await routerAt('/info', [], false))).toBe('info')
})

test('the first route is waited for; later ones load while the previous one stays', async () => {
  const guard = later<GuardAnswer>()
  const part = later<string>()
  const page = await routerAt('/account', [
    { path: 'account', enter: () => guard.promise, element: 'account' },
    { path: 'notices', load: () => part.promise },
  ])
  expect(elementOf(page)).toBe('waiting')
  guard.resolve(null)
  await settled()
  expect(elementOf(page)).toBe('account')

  void page.router.navigate('/notices')
  expect(page.router.state().isChanging).toBe(true)
  expect([elementOf(page), page.tab.path()]).toEqual(['account', '/account'])
  part.resolve('notices')
  await settled()
  expect([elementOf(page), page.tab.path()]).toEqual(['notices', '/notices'])
  expect(page.router.state().isChanging).toBe(false)
})

test('a newer navigation wins, and a late route is not shown', async () => {
  const part = later<string>()
  const page = await routerAt('/info', [{ path: 'notices', load: () => part.promise }])
  void page.router.navigate('/notices')
  await page.router.navigate('/help')
  part.resolve('notices')
  await settled()
  expect([elementOf(page), page.tab.paths()]).toEqual(['help', ['/info', '/help']])
})

test('a guard redirects: within the page in the same way, to the server by leaving the page', async () => {
  const page = await routerAt('/info', [
    { path: 'external', enter: () => ({ to: '/help' }) },
    { path: 'account', enter: async () => ({ to: '/auth/login', reloads: true }) },
  ])
  await page.router.navigate('/external')
  expect(page.tab.paths()).toEqual(['/info', '/help'])
  await page.router.navigate('/external', { replace: true })
  expect([shownBy(page).by, page.tab.paths()]).toEqual(['replace', ['/info', '/help']])
  await page.router.navigate('/account')
  expect(page.leaveFor).toHaveBeenCalledWith('/auth/login', false)
  expect(elementOf(page)).toBe('help')
})

test('Back skips a page whose guard redirects', async () => {
  const enter = vi.fn<() => GuardAnswer>(() => ({ to: '/info' }))
  const page = await routerAt('/', [{ path: '', enter, element: 'start' }])
  expect([shownBy(page).by, page.tab.paths()]).toEqual(['replace', ['/info']])
  enter.mockReturnValueOnce(null)
  await page.router.navigate('/')
  await page.router.navigate('/help')
  page.tab.window.history.go(-1)
  await settled()
  expect([elementOf(page), shownBy(page).by, page.tab.paths()]).toEqual(['info', 'pop', ['/info', '/info', '/help']])
  page.tab.window.history.go(1)
  await settled()
  expect(elementOf(page)).toBe('help')
})

test('Back skips a page that redirects to the server', async () => {
  const page = await routerAt('/account', [{ path: 'account', enter: () => ({ to: '/auth/login', reloads: true }) }])
  expect(page.leaveFor).toHaveBeenCalledWith('/auth/login', true)
})

test('the guard of an area runs on entry from outside, the guard of a route always', async () => {
  const area = { enter: vi.fn(() => null) }
  const enter = vi.fn(() => null)
  const page = await routerAt('/appliances', [
    { path: 'appliances', area, enter, element: 'list' },
    { path: 'appliances/add', area, element: 'add' },
  ])
  for (const path of ['/appliances/add', '/appliances', '/appliances']) await page.router.navigate(path)
  expect([area.enter.mock.calls.length, enter.mock.calls.length]).toEqual([1, 3])
  for (const path of ['/info', '/appliances/add']) await page.router.navigate(path)
  expect(area.enter).toHaveBeenCalledTimes(2)
})

test('the guard of an area runs before that of its route; if both redirect, the route wins', async () => {
  const asked: string[] = []
  const guard = (name: string) => async (): Promise<GuardAnswer> => {
    asked.push(name)
    return { to: `/${name}` }
  }
  const page = await routerAt('/appliances', [
    { path: 'appliances', area: { enter: guard('info') }, enter: guard('help') },
  ])
  expect([asked, elementOf(page)]).toEqual([['info', 'help'], 'help'])
})

test('another period of the same appliance needs no confirmation', async () => {
  const enter = vi.fn(() => null)
  const isOther: PageRoute['isOther'] = (from, to) => from['id'] !== to['id']
  const page = await routerAt('/1/history', [{ path: ':id/history', enter, isOther, element: 'history' }])
  await page.router.navigate('?period=7d')
  expect([page.tab.path(), enter.mock.calls.length]).toEqual(['/1/history?period=7d', 1])
  await page.router.navigate('/2/history')
  expect(enter).toHaveBeenCalledTimes(2)
})

test('another location of the same page is shown at once, without guards', async () => {
  const enter = vi.fn(() => null)
  const page = await routerAt('/account', [{ path: 'account', enter, element: 'account' }])
  const { key } = shownBy(page).location
  await page.router.navigate('/account#notices')
  expect([page.tab.path(), enter.mock.calls.length]).toEqual(['/account#notices', 1])
  expect(shownBy(page).location.key).not.toBe(key)
})

test('a part of the page that failed to load is loaded again, and passed guards do not run again', async () => {
  const area = { enter: vi.fn(() => null) }
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('add')
  const page = await routerAt('/appliances/add', [{ path: 'appliances/add', area, load }])
  expect(shownBy(page)).toMatchObject({ kind: 'failed', error: new Error('offline') })
  await page.router.navigate('/appliances/add', { replace: true })
  expect([elementOf(page), area.enter.mock.calls.length]).toEqual(['add', 1])
  await page.router.navigate('/appliances/add', { replace: true })
  expect(load).toHaveBeenCalledTimes(2)
})

test('back and forward restore the visited locations with their state', async () => {
  const page = await routerAt('/info', [])
  await page.router.navigate('/help', { state: { why: 'asked' } })
  const { key } = shownBy(page).location
  page.tab.window.history.go(-1)
  await settled()
  expect(shownBy(page)).toMatchObject({ element: 'info', by: 'pop', location: { key: 'default', state: null } })
  page.tab.window.history.go(1)
  await settled()
  expect(shownBy(page)).toMatchObject({ element: 'help', by: 'pop', location: { key, state: { why: 'asked' } } })
})

test('a person who is asked before leaving stays, or continues to their target', async () => {
  const page = await routerAt('/info', [])
  const stop = page.router.askBefore(() => true)
  const answer = () => {
    const { leaving } = page.router.state()
    if (leaving.kind !== 'asked') throw new Error('Nobody was asked.')
    return leaving
  }
  await page.router.navigate('/help')
  expect(elementOf(page)).toBe('info')
  answer().stay()
  expect(page.router.state().leaving).toEqual({ kind: 'free' })
  await page.router.navigate('/help')
  answer().leave()
  await settled()
  expect([elementOf(page), page.router.state().leaving]).toEqual(['help', { kind: 'free' }])
  stop()
  await page.router.navigate('/info')
  expect(elementOf(page)).toBe('info')
})

test('after Back, the person stays on the page until they confirm', async () => {
  const page = await routerAt('/info', [])
  await page.router.navigate('/help')
  page.router.askBefore(() => true)
  page.tab.window.history.go(-1)
  await settled()
  expect([elementOf(page), page.tab.path()]).toEqual(['help', '/help'])
  const { leaving } = page.router.state()
  if (leaving.kind === 'asked') leaving.leave()
  await settled()
  expect([elementOf(page), page.tab.path()]).toEqual(['info', '/info'])
})

test('an address of another origin is not a location of the page', async () => {
  const page = await routerAt('/info', [])
  await expect(page.router.navigate('//example.com/')).rejects.toThrow('The address is no part of the page.')
  expect(elementOf(page)).toBe('info')
})

test('if the browser allows no more entries, the page is reloaded', async () => {
  const page = await routerAt('/info', [])
  page.tab.window.history.pushState = () => {
    throw new DOMException('Too many calls', 'SecurityError')
  }
  await page.router.navigate('/help')
  expect(page.tab.left).toEqual(['/help'])
})
