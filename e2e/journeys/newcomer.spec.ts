import type { Page, Route } from '@playwright/test'
import type { MessageId } from '#client/i18n/message-types.ts'
import type { RegistryFileEntry } from '#stand-ins/registry-file.ts'
import { demoPassword } from '../../scripts/demo/people.ts'
import { expect, test } from '../fixtures.ts'
import { moveFocusByTab } from '../move-focus-by-tab.ts'
import { readLayoutShifts, recordLayoutShifts } from '../layout-shifts.ts'
import { signUpAsNewcomer } from '../newcomer.ts'
import { generateEmail } from '../people.ts'
import { findCutOffTexts } from '../find-cut-off-texts.ts'
import { type Translator, translatorOfLanguage } from '../translator.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const cases = [
  { language: 'en', locale: 'en-GB', country: 'Germany' },
  { language: 'de', locale: 'de-DE', country: 'Deutschland' },
] as const

for (const { language, locale, country } of cases) {
  test.describe(`in ${locale} on a phone`, () => {
    test.use({ locale, viewport: { width: 390, height: 844 } })

    test('a newcomer signs up, accepts, fills in and claims, and sees at once that the boiler reports an error', async ({
      page,
      claimable,
      device,
    }) => {
      const words = translatorOfLanguage(language)
      const gateway = claimable({ simulated: false, applianceType: 'BOILER' })
      const field = await device(gateway)
      await field.report('WORKING')
      await signUpAsNewcomer(page, '/', language)
      await acceptTerms(page, words, country)
      await fillInAccount(page, words)
      await claim(page, words, gateway)
      const card = page.getByRole('article')
      await expect(card).toContainText(`${words('appliance.status.WORKING')} `)
      await field.report('ERROR')
      await expect(card).toContainText(saidSince(words, 'appliance.status.ERROR'), { timeout: 5_000 })
    })
  })
}

test('a newcomer gets from the sign-in to the first appliance with only the keyboard', async ({ page, claimable }) => {
  const gateway = claimable({ applianceType: 'BOILER' })
  const { keyboard } = page
  const type = async (name: string, text: string): Promise<void> => {
    await moveFocusByTab(page, { role: 'textbox', name })
    await keyboard.type(text)
  }

  await test.step('the account at the provider', async () => {
    await page.goto('/')
    await moveFocusByTab(page, { role: 'button', name: 'Create account' })
    await keyboard.press('Enter')
    await type('Email', generateEmail('keyboard'))
    await keyboard.press('Tab')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await keyboard.type(demoPassword)
    await keyboard.press('Enter')
  })

  await test.step('the terms', async () => {
    await expect(page.getByRole('dialog', { name: 'Terms of Service' })).toBeVisible()
    await moveFocusByTab(page, { role: 'combobox', name: 'Country' })
    await keyboard.type('Germ')
    await keyboard.press('Enter')
    await moveFocusByTab(page, { role: 'checkbox', name: /I agree to the/u })
    await keyboard.press('Space')
    await moveFocusByTab(page, { role: 'button', name: 'Start using' })
    await keyboard.press('Enter')
  })

  await test.step('the account', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Add account details' })).toBeVisible()
    await type('First name', 'Zoë')
    await type('Last name', 'Berg')
    await moveFocusByTab(page, { role: 'textbox', name: /Telephone/u })
    await keyboard.type('15112345678')
    await keyboard.press('Enter')
  })

  await test.step('the appliance', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Add new appliance' })).toBeVisible()
    await type('Serial number/Gateway ID', gateway.serial)
    await type('Access code/Password', gateway.accessCode)
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await expect(page.getByLabel('User password')).toBeFocused()
    await keyboard.type(gateway.userPassword)
    await keyboard.press('Enter')
    await expect(page.getByRole('article')).toContainText(gateway.serial)
  })
})

test.describe('on a slow phone, by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('without the typeface, an owner gets from the sticker to a company without telephone and email; nothing is cut off, and the new card stays still', async ({
    page,
    signIn,
    claimable,
    device,
  }) => {
    test.slow()
    const words = translatorOfLanguage('en')
    const gateway = claimable({ simulated: false })
    // An earlier test may have left this gateway offline.
    await (await device(gateway)).report('ONLINE')
    const card = page.getByRole('article')
    const tap = async (id: MessageId) => page.getByRole('button', { name: words(id), exact: true }).tap()
    const type = async (id: MessageId, text: string) =>
      card.getByRole('textbox', { name: words(id), exact: true }).fill(text)
    await slowDownProcessor(page)
    await page.route(/\.woff2$/u, (route) => route.abort())
    await page.route(/\/api\/2\/(?:companies\/providers|connections)/u, answerWithoutContacts)
    await recordLayoutShifts(page)
    await signIn(page, 'ada')

    await page.goto('/appliances/add')
    await claim(page, words, gateway)
    await expectLate(page.getByRole('status', { name: words('add.connected') })).toBeVisible()
    await expectUncut(page)
    await expectStill(page)

    await tap('add.next.address')
    await type('address.postal-code', '80331')
    await type('address.city', 'München')
    await type('address.street1', 'Talstraße 12')
    await expectUncut(page)
    await expectStill(page)
    await tap('address.save-and-continue')

    await card.getByRole('searchbox').fill('Heiz')
    const found = card.getByRole('tabpanel').getByRole('listitem').getByRole('button').first()
    await expectLate(found).toBeVisible()
    const company = (await found.locator('span').first().textContent()) ?? ''
    await expectUncut(page)
    await found.tap()
    await card.getByRole('checkbox', { name: /^I agree/u }).tap()
    await tap('provider.add')
    await expectLate(card.getByRole('heading', { name: company })).toBeVisible()
    await card.getByText(words('details.show')).first().tap()
    await expect(card.getByRole('link', { name: /^\+|@/u })).toHaveCount(0)
    await expectUncut(page)
  })
})

/** An `expect` with a long time limit, because the test slows down the processor and may run on a busy computer. */
const expectLate = expect.configure({ timeout: 30_000 })

/** Slows the processor down by a factor of six. */
async function slowDownProcessor(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
}

/** Answers the request without the telephone numbers and email addresses of the companies. */
async function answerWithoutContacts(route: Route): Promise<void> {
  const response = await route.fetch()
  const body = await response.text()
  const isContact = (name: string) => name === 'phone' || name === 'email'
  const without = JSON.stringify(JSON.parse(body, (name, value: unknown) => (isContact(name) ? undefined : value)))
  await route.fulfill({ response, body: without })
}

async function expectUncut(page: Page): Promise<void> {
  expect(await page.evaluate(findCutOffTexts)).toEqual([])
}

/** Expects that almost nothing has moved since the document was opened. */
async function expectStill(page: Page): Promise<void> {
  const { score, moved } = await readLayoutShifts(page)
  expect(score, moved.join('\n')).toBeLessThanOrEqual(0.02)
}

async function acceptTerms(page: Page, words: Translator, country: string): Promise<void> {
  await page.getByRole('combobox', { name: words('terms.country') }).click()
  await page.getByRole('option', { name: country }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: words('terms.start') }).click()
}

async function fillInAccount(page: Page, words: Translator): Promise<void> {
  await page.getByRole('textbox', { name: words('account.first-name'), exact: true }).fill('Zoë')
  await page.getByRole('textbox', { name: words('account.last-name'), exact: true }).fill('Berg')
  await page.getByRole('textbox', { name: words('account.telephone') }).fill('15112345678')
  await page.getByRole('button', { name: words('account.save') }).click()
}

async function claim(page: Page, words: Translator, gateway: RegistryFileEntry): Promise<void> {
  await page.getByLabel(words('add.serial.label')).fill(gateway.serial)
  await page.getByLabel(words('add.access-code.label')).fill(gateway.accessCode)
  await page.getByLabel(words('add.password.label')).fill(gateway.userPassword)
  await page.getByRole('button', { name: words('add.submit') }).click()
}

/**
 * Returns the text of the status chip up to its time: 'Error since'. The chip has this format while the page is live.
 */
function saidSince(words: Translator, status: 'appliance.status.ERROR'): string {
  return words('appliance.status-since', { status: words(status), time: '' }).trim()
}
