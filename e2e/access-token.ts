import type { Page } from '@playwright/test'

/** Observes the token response of the page. The returned function gives the token once the page has it. */
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
