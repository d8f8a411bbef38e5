import { expect as expectSoon, type Page } from '@playwright/test'
import { acceptTermsInDialog, findTermsDialog } from '../../../e2e/newcomer.ts'
import { retryUntilTimeout } from '../../cluster/retry-until-timeout.ts'

/** Waits up to 30 s, because the machine may be busy with other tests. */
const expect = expectSoon.configure({ timeout: 30_000 })

const account = { name: 'dwho', password: 'dwho' }

/** A browser page, and the URLs of the portal and of LemonLDAP::NG. */
export type LemonldapSignIn = { page: Page; portalUrl: string; issuer: string }

/** Opens the portal, which redirects to the sign-in form of LemonLDAP::NG. */
export async function openSignInForm({ page, portalUrl }: LemonldapSignIn): Promise<void> {
  await page.goto(`${portalUrl}/`)
  await expect(page.locator('input[name="password"]')).toBeVisible()
}

export async function signInWithDemoAccount(visit: LemonldapSignIn): Promise<void> {
  await openSignInForm(visit)
  await visit.page.locator('input[name="user"]').fill(account.name)
  await visit.page.locator('input[name="password"]').fill(account.password)
  await visit.page.locator('button[type="submit"]').first().click()
}

/** Clicks 'Accept' at LemonLDAP::NG, which asks whether to give the portal access, or whether to sign out. */
export async function acceptAtProvider({ page }: LemonldapSignIn): Promise<void> {
  await page.getByRole('button', { name: 'Accept' }).click()
}

export async function expectTermsDialog({ page, portalUrl }: LemonldapSignIn): Promise<void> {
  await page.waitForURL((url) => url.origin === portalUrl)
  await expect(findTermsDialog(page)).toBeVisible()
}

/**
 * Accepts the terms, and signs out by the menu of the portal. Expects the sign-in form of LemonLDAP::NG after the
 * sign-out.
 */
export async function signOutInPortal(visit: LemonldapSignIn): Promise<void> {
  const { page } = visit
  await acceptTermsInDialog(page)
  await page.getByRole('navigation').getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await acceptAtProvider(visit)
  await expect(page.locator('input[name="password"]')).toBeVisible()
}

export async function signOutAtProvider({ page, issuer }: LemonldapSignIn): Promise<void> {
  const other = await page.context().newPage()
  await other.goto(`${issuer}?logout=1`)
  await other.close()
}

/** Requests the current access token with the cookies of the browser page. Returns null if the session has ended. */
export async function requestCurrentToken({ page, portalUrl }: LemonldapSignIn): Promise<string | null> {
  const answer = await page.request.post(`${portalUrl}/auth/token`)
  if (answer.status() === 401) return null
  if (!answer.ok()) throw new Error(`POST /auth/token answered ${answer.status()}.`)
  return ((await answer.json()) as { accessToken: string }).accessToken
}

/**
 * Polls until the token differs from `before`, and returns the new token; null if the session has ended. Rejects after
 * `withinMs`.
 */
export async function waitForRenewedToken(
  visit: LemonldapSignIn,
  before: string | null,
  withinMs: number,
): Promise<string | null> {
  return retryUntilTimeout(withinMs, async () => {
    const token = await requestCurrentToken(visit)
    if (token === before) throw new Error('The access token was not renewed.')
    return token
  })
}

/** Expects that the API accepts the token. */
export async function expectTokenAccepted({ page, portalUrl }: LemonldapSignIn, token: string | null): Promise<void> {
  const answer = await page.request.get(`${portalUrl}/api/2/users/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status()).toBe(200)
}
