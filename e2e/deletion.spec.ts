import { expect, test } from './fixtures.ts'
import { signInAtProvider, signUp } from './people.ts'

test('a person deletes their account after a fresh sign-in, and keeps it after all', async ({ page }) => {
  const email = await signUp(page, '/account')
  await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible()
  const remove = page.getByRole('button', { name: 'Delete my account' })
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await remove.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  // The portal requires a new sign-in, because the identity provider did not send the time of the last sign-in.
  const again = page.getByRole('link', { name: 'Sign in again' })
  await expect(again).toBeVisible()
  await again.click()
  await page.waitForURL((url) => url.pathname !== '/account' || url.hash === '#delete')
  if (await page.getByLabel('Password').isVisible()) await signInAtProvider(page, email)
  await expect(page.getByRole('heading', { name: 'Delete account' })).toBeInViewport()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText(/^Your account will be erased on /u)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(remove).toBeVisible()
})
