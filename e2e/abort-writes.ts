import type { Route } from '@playwright/test'

/** Loses a request that changes something before the server gets it. Reading goes on, by which the page finds that out. */
export async function abortWrites(route: Route): Promise<void> {
  if (route.request().method() === 'GET') return route.fallback()
  return route.abort()
}
