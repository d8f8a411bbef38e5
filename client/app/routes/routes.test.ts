import { expect, test } from 'vitest'
import { pagePaths } from '#contract/pages.ts'
import type { PageRouteDependencies } from './route-dependencies.ts'
import { createRoutes } from './routes.tsx'

/** The routes only store these dependencies; the test calls none of them. */
const dependencies = { brand: {}, guards: {} } as PageRouteDependencies

test('the server has exactly the routes of the page: other paths are served as 404', () => {
  const shown = createRoutes(dependencies)
    .map(({ path }) => `/${path}`)
    .filter((path) => path !== '/*' && path !== '/not-found')
  expect(shown.toSorted()).toEqual([...pagePaths].toSorted())
})
