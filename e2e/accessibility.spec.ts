import { expect, test } from './fixtures.ts'
import { arriveAsNewcomer } from './newcomer.ts'
import { newcomerScreens } from './screens/newcomer.ts'
import { ownerScreens } from './screens/owner.ts'
import { publicScreens } from './screens/public.ts'
import { at, type Screen, type Visit } from './screens/screen.ts'
import { serviceScreens } from './screens/service.ts'
import { violationsOf } from './violations.ts'
import { wordsIn } from './words.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`every screen meets WCAG 2.2 AA, ${colorScheme}`, () => {
    test.describe.configure({ mode: 'parallel' })
    test.slow()
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('those that need no sign-in', async ({ page }) => {
      await lookAt(publicScreens, { page, words: await wordsIn('en') })
    })

    test('those of whoever is new', async ({ page }) => {
      await arriveAsNewcomer(page)
      await lookAt(newcomerScreens, { page, words: await wordsIn('en') })
    })

    test('those of an owner', async ({ page, signIn }) => {
      await signIn(page, 'owner')
      await lookAt(ownerScreens, { page, words: await wordsIn('en') })
    })

    test('those of the service settings', async ({ page, signIn, claimed, claimable, api }) => {
      const gatewayId = await claimed('ada', claimable())
      await signIn(page, 'ada')
      await lookAt(serviceScreens, { page, words: await wordsIn('en'), api: await api('ada'), gatewayId })
    })

    test('those of a viewer', async ({ page, signIn }) => {
      await signIn(page, 'viewer')
      await lookAt([at('/appliances'), at('/appliances/add')], { page, words: await wordsIn('en') })
    })
  })
}

async function lookAt<V extends Visit>(screens: readonly Screen<V>[], visit: V): Promise<void> {
  for (const { name, open } of screens) {
    await open(visit)
    expect(await violationsOf(visit.page), name).toEqual([])
  }
}

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
