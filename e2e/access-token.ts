import type { Page } from '@playwright/test'

/** Watches the page's request for a token. The returned function returns the token; '' before the page has it. */
export async function seeAccessToken(page: Page): Promise<() => string> {
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
