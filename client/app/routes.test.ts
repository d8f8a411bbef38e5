import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { pagePaths } from '#contract/pages.ts'
import { createRoutes, type PageParts } from './routes.tsx'

/** What the routes are made of is only handed on here; nothing of it is called. */
const parts = { brand: {}, guards: {} } as PageParts

/** Every path that shows something, as the contract writes them. */
function pathsOf(routes: readonly RouteObject[], base = ''): string[] {
  return routes.flatMap(({ path, index, children }) => {
    const full = [base, path].filter(Boolean).join('/')
    if (children) return pathsOf(children, full)
    return index || path ? [`/${full}`] : []
  })
}

test('the server knows every route of the page, and no other: what is unknown is served as 404', () => {
  const shown = pathsOf(createRoutes(parts)).filter((path) => path !== '/*' && path !== '/not-found')
  expect(shown.toSorted()).toEqual([...pagePaths].toSorted())
})
