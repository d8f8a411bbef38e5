import { expect, test } from 'vitest'
import { matchRoute } from './route.ts'

const routes = ['', 'appliances', 'appliances/add', 'appliances/:gatewayId/history', '*'].map((path) => ({ path }))

test.each([
  ['/', ''],
  ['/appliances', 'appliances'],
  ['/Appliances/', 'appliances'],
  ['/%61ppliances/add', 'appliances/add'],
  ['/appliances/1/history', 'appliances/:gatewayId/history'],
  ['/appliances//history', '*'],
  ['//appliances', '*'],
  ['/appliances/1', '*'],
  ['/no/such/page', '*'],
  ['/appliances/%E0%A4%A/history', '*'],
  ['/appliances/%/history', '*'],
])('%s matches the route %j', (path, route) => {
  expect(matchRoute(routes, path).route.path).toBe(route)
})

test('parameters of a path are decoded', () => {
  expect(matchRoute(routes, '/appliances/a%20b/history').params).toEqual({ gatewayId: 'a b' })
  expect(matchRoute(routes, '/appliances/a%2Fb/history').params).toEqual({ gatewayId: 'a/b' })
  expect(matchRoute(routes, '/appliances/%25/history').params).toEqual({ gatewayId: '%' })
})

test('a path without a route is a programming error', () => {
  expect(() => matchRoute([{ path: '' }], '/help')).toThrow('No route takes /help.')
})
