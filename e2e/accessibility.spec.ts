import { expect, test } from './fixtures.ts'

test('every screen has one main heading, a main landmark and a way past the navigation', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  for (const path of ['/appliances', '/appliances/add', '/account', '/info', '/error']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('main')).toHaveCount(1)
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
