import { expect, test } from 'vitest'
import { pagePaths } from '#contract/pages.ts'
import { createRoutes, type PageRouteDependencies } from './routes.tsx'

/** What the routes are made of is only handed on here; nothing of it is called. */
const dependencies = { brand: {}, guards: {} } as PageRouteDependencies

test('the server knows every route of the page, and no other: what is unknown is served as 404', () => {
  const shown = createRoutes(dependencies)
    .map(({ path }) => `/${path}`)
    .filter((path) => path !== '/*' && path !== '/not-found')
  expect(shown.toSorted()).toEqual([...pagePaths].toSorted())
})
