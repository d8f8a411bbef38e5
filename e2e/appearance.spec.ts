import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// Tests Specification 2.15.

const grounds = { light: 'rgb(243, 246, 245)', dark: 'rgb(14, 20, 20)' }

async function open(page: Page) {
  const trigger = page.getByRole('button', { name: 'Appearance and language' })
  await trigger.click()
  return page.getByRole('dialog', { name: 'Appearance and language' })
}

async function expectGround(page: Page, scheme: keyof typeof grounds): Promise<void> {
  await expect(page.locator('body')).toHaveCSS('background-color', grounds[scheme])
}

for (const { system, chosen } of [
  { system: 'light', chosen: 'Dark' },
  { system: 'dark', chosen: 'Light' },
] as const) {
  test.describe(`with the system in ${system}`, () => {
    test.use({ colorScheme: system })

    test(`a person who chooses ${chosen} has it on every page, before any script runs, until the next choice`, async ({
      page,
      signIn,
    }) => {
      const other = system === 'light' ? 'dark' : 'light'
      await signIn(page, 'owner')
      await page.goto('/appliances')
      await expectGround(page, system)
      await (await open(page)).getByRole('radio', { name: chosen }).check()
      await expectGround(page, other)
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto('/not-found')
      await expectGround(page, other)
      await page.unrouteAll()
      await page.reload()
      await (await open(page)).getByRole('radio', { name: 'System' }).check()
      await expectGround(page, system)
      expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'portal_appearance' }))
    })
  })
}

for (const path of ['/not-found', '/auth-failed', '/unauthorized', '/error', '/policies/en/GB/tos']) {
  test(`${path} has the menu for a signed-out person`, async ({ page }) => {
    await page.goto(path)
    const menu = await open(page)
    await menu.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
    await expect(page.getByRole('dialog', { name: 'Darstellung und Sprache' })).toBeVisible()
  })
}

test('the menu works with only the keyboard', async ({ page }) => {
  await page.goto('/not-found')
  const trigger = page.getByRole('button', { name: 'Appearance and language' })
  await trigger.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Appearance and language' })
  await expect(menu).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('radio', { name: 'System' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(menu.getByRole('radio', { name: 'Light' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('combobox', { name: 'Language' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(trigger).toBeFocused()
})

test('a language is chosen from the list by its own name', async ({ page }) => {
  await page.goto('/not-found')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Français' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Page introuvable' })).toBeVisible()
})
