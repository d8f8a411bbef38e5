import type { Page } from '@playwright/test'

/**
 * Intercepts the page's request for an access token. The returned function returns the token. @throws Error from the
 * returned function if the page has not received a token yet
 */
export async function captureAccessToken(page: Page): Promise<() => string> {
  let seen = ''
  await page.route('**/auth/token', async (route) => {
    const response = await route.fetch()
    if (response.ok()) seen = ((await response.json()) as { accessToken: string }).accessToken
    await route.fulfill({ response })
  })
  return () => {
    if (seen === '') throw new Error('The page has not asked for its token yet.')
    return seen
  }
}
