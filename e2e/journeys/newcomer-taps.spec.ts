import type { Locator, Page } from '@playwright/test'
import { readTexts } from '#texts/read-texts.ts'
import { demoPassword } from '../../scripts/demo/people.ts'
import { startBrowserWithCamera, noCameraMessage, stickerCodeOf } from '../camera.ts'
import { expect, test } from '../fixtures.ts'
import { generateEmail } from '../people.ts'
import { translatorOfLanguage } from '../translator.ts'

const maxTaps = 10
const maxCharacters = 15

test('with the camera a newcomer claims an appliance in at most 10 taps and 15 typed characters', async ({
  claimable,
  device,
  people,
  baseURL,
  contextOptions,
}, testInfo) => {
  const gateway = claimable({ applianceType: 'BOILER', simulated: false })
  // An earlier test may have left this gateway offline.
  await (await device(gateway)).report('ONLINE')
  const browser = await startBrowserWithCamera([stickerCodeOf(gateway)], testInfo)
  test.skip(browser === null, noCameraMessage)
  if (browser === null) return
  const words = translatorOfLanguage('de')
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'de-DE' }
  const context = await browser.newContext({
    ...contextOptions,
    ...(baseURL && { baseURL }),
    ...phone,
    permissions: ['camera'],
  })
  const page = await context.newPage()
  await createNamedAccount(page)

  const hand = createCountingHand(page)
  await expect(page.getByRole('dialog', { name: words('terms.title') })).toBeVisible()
  await expect(page.getByRole('combobox', { name: words('terms.country') })).toContainText('Deutschland')
  await hand.tap(page.getByRole('checkbox'))
  await hand.tap(page.getByRole('button', { name: words('terms.start') }))

  await expect(page.getByRole('textbox', { name: words('account.first-name'), exact: true })).toHaveValue('Zoë')
  await expect(page.getByRole('textbox', { name: words('account.last-name'), exact: true })).toHaveValue('Berg')
  await expect(page.getByRole('combobox', { name: words('account.dialling-code') })).toContainText('+49')
  await hand.tap(page.getByRole('textbox', { name: words('account.telephone') }))
  await hand.type('0151 23456789')
  await hand.tap(page.getByRole('button', { name: words('account.save') }))

  await hand.tap(page.getByRole('button', { name: words('add.scan') }))
  await expect(page.getByText(words('add.scan.read'))).toBeVisible({ timeout: 20_000 })
  await hand.tap(page.getByRole('button', { name: words('add.submit') }))
  const success = page.getByRole('status', { name: words('add.connected') })
  await expect(success).toContainText(words('add.connected.BOILER'))

  testInfo.annotations.push({ type: 'effort', description: JSON.stringify(hand.effort) })
  expect(hand.effort.taps).toBeLessThanOrEqual(maxTaps)
  expect(hand.effort.characters).toBeLessThanOrEqual(maxCharacters)
  await people.tidyAfterSignUp(context.request)
  await browser.close()
})

/** Creates an account with first and last name at the identity provider, which sends these names to the portal. */
async function createNamedAccount(page: Page): Promise<void> {
  const texts = readTexts('demo-sign-in', 'de')
  const create = page.getByRole('button', { name: texts['create-account'] })
  await page.goto('/')
  await create.tap()
  await page.getByLabel(texts.email).fill(generateEmail('zoe'))
  await page.getByLabel(texts.password).fill(demoPassword)
  await page.getByLabel(texts['first-name']).fill('Zoë')
  await page.getByLabel(texts['last-name']).fill('Berg')
  await create.tap()
}

/** Returns functions that tap and type on the page, and the count of these actions. */
function createCountingHand(page: Page) {
  const effort = { taps: 0, characters: 0 }
  return {
    effort,
    async tap(target: Locator): Promise<void> {
      effort.taps += 1
      await target.tap()
    },
    async type(text: string): Promise<void> {
      effort.characters += text.length
      await page.keyboard.type(text)
    },
  }
}
