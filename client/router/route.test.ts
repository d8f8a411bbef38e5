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
])('%s is taken by the route %j', (path, route) => {
  expect(matchRoute(routes, path).route.path).toBe(route)
})

test('what a path names is read as it was meant', () => {
  expect(matchRoute(routes, '/appliances/a%20b/history').params).toEqual({ gatewayId: 'a b' })
  expect(matchRoute(routes, '/appliances/a%2Fb/history').params).toEqual({ gatewayId: 'a/b' })
  expect(matchRoute(routes, '/appliances/%25/history').params).toEqual({ gatewayId: '%' })
})

test('a path that no route takes is a mistake of the routes', () => {
  expect(() => matchRoute([{ path: '' }], '/help')).toThrow('No route takes /help.')
})
