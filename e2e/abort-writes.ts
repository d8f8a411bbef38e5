import type { Route } from '@playwright/test'

/**
 * A route handler that aborts each write before it reaches the server. Reads still work, so the page can find out that
 * the write failed.
 */
export async function abortWrites(route: Route): Promise<void> {
  if (route.request().method() === 'GET') return route.fallback()
  return route.abort()
}
