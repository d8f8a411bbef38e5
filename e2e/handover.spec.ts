import type { Page } from '@playwright/test'
import type { NoticeList } from '#contract/notices.ts'
import type { Language } from '#contract/languages.ts'
import { connectCompany, setAddress } from './addresses-and-companies.ts'
import { expect, test } from './fixtures.ts'
import { moveFocusByTab } from './move-focus-by-tab.ts'
import { findJoinLink, waitForMail } from './mails.ts'
import { addApplianceByApi, apiOfSession, generateEmail, signUp } from './people.ts'
import { translatorOfLanguage } from './translator.ts'

// Specification 26.10: a house is sold, and its heating gets a new owner.

for (const language of ['de', 'pl'] as const satisfies readonly Language[]) {
  test.describe(`a house is sold, on a phone, in ${language}`, () => {
    test.use({ locale: language, viewport: { width: 320, height: 700 } })

    test('the owner hands over by a link, and the buyer accepts and is asked for consents of their own', async ({
      page,
      pageOf,
      claimable,
      api,
    }) => {
      const say = translatorOfLanguage(language)
      const handOver = { name: say('handover.start'), exact: true }
      await signUp(page, '/appliances')
      const own = apiOfSession(page.request)
      const id = await addApplianceByApi(own, claimable())
      await setAddress(own, id)
      const company = await connectCompany(own, id, 'SUPPORT')
      await page.goto(`/appliances/${id}/access`)
      await page.getByRole('button', handOver).click()
      await expect(page).toHaveURL(/\/handover$/u)
      await page.getByRole('button', handOver).click()
      await page.getByRole('alertdialog').getByRole('button', handOver).click()
      await page.getByRole('link', { name: say('handover.sign-in') }).click()
      // The identity provider asks nothing, because the person signed in recently.
      await expect(page.getByRole('alert')).toHaveCount(0)
      await page.getByRole('button', handOver).click()
      await page.getByRole('alertdialog').getByRole('button', handOver).click()
      const link = await linkOf(page, say('access.link'))

      const buyer = await pageOf('ben')
      await buyer.goto(link)
      await expect(buyer.getByRole('button', { name: say('join.decline') })).toBeVisible()
      await expect(buyer.getByRole('heading', { level: 1, name: say('join.handover.title') })).toBeVisible()
      await buyer.getByRole('button', { name: say('join.handover.accept') }).click()
      await expect(buyer).toHaveURL(/\/appliances#invitation$/u)
      await expect(buyer.getByText(company.name ?? '').first()).toBeVisible()
      await expect(buyer.getByText(say('invitation.former'))).toBeVisible()
      await expect(buyer.getByRole('heading', { name: say('provider.add') })).toBeVisible()
      // The list is empty now, so the page that adds an appliance opens.
      await expect(page).toHaveURL(/\/appliances\/add$/u)
      const connection = await (await api('ben'))('GET', `/api/2/connections/${id}`)
      expect(((await connection.json()) as { role: string }).role).toBe('OWNER')
    })
  })
}

test('by keyboard, the owner starts a hand-over after a fresh sign-in, and cancels it', async ({
  page,
  claimable,
  pageOf,
}) => {
  await signUp(page, '/appliances')
  const id = await addApplianceByApi(apiOfSession(page.request), claimable())
  await page.goto(`/auth/login?returnTo=/appliances/${id}/handover&fresh=1`)
  await expect(page.getByRole('heading', { name: 'What ends for you' })).toBeVisible()
  await moveFocusByTab(page, { role: 'checkbox', name: 'Share the faults so far' })
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Email address (optional)')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('button', { name: 'Hand over' })).toBeFocused()
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Hand over' })
  await expect(confirm).toBeVisible()
  for (let presses = 0; presses < 5 && !(await confirm.evaluate((one) => one === document.activeElement)); presses += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const link = await linkOf(page, 'Link')
  await page.goto(`/appliances/${id}/access`)
  await expect(page.getByText('The hand-over is open until')).toBeVisible()
  await moveFocusByTab(page, { role: 'button', name: 'Cancel the hand-over' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('button', { name: 'Hand over', exact: true })).toBeVisible()
  await expect(page.getByText('Give the appliance to a new owner.')).toBeVisible()
  const buyer = await pageOf('ben')
  await buyer.goto(link)
  await expect(buyer.getByText('This link is not valid')).toBeVisible()
})

test('a hand-over goes by email, and the person who gets it declines', async ({ page, baseURL, claimable, pageOf }) => {
  await signUp(page, '/appliances')
  const own = apiOfSession(page.request)
  const id = await addApplianceByApi(own, claimable())
  await page.goto(`/auth/login?returnTo=/appliances/${id}/handover&fresh=1`)
  const main = page.getByRole('main')
  const address = generateEmail('buyer')
  await main.getByLabel('Email address (optional)').fill(address)
  await main.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(address)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hand over' }).click()
  await expect(main.getByText('The link is on its way to')).toContainText(address)

  const mail = await waitForMail(page, baseURL, ({ to }) => to === address)
  expect(mail.subject).toBe('A heating system is handed over to you')
  const buyer = await pageOf('ben')
  await buyer.goto(findJoinLink(mail))
  await buyer.getByRole('button', { name: 'Decline' }).click()
  await expect(buyer.getByText('You have declined')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Hand over' })).toBeVisible()
  const noticesOf = async () => {
    const { items } = (await (await own('GET', '/api/2/notices')).json()) as NoticeList
    return items.map(({ event }) => event.kind)
  }
  await expect.poll(noticesOf).toContain('handover-declined')
})

async function linkOf(page: Page, label: string): Promise<string> {
  const link = page.getByLabel(label, { exact: true })
  await expect(link).toHaveAttribute('readonly')
  return link.inputValue()
}
