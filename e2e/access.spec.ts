import type { Page } from '@playwright/test'
import type { NoticeList } from '#contract/notices.ts'
import { expect, test } from './fixtures.ts'
import { connectCompany, setAddress } from './addresses-and-companies.ts'
import { findJoinLink, waitForMail } from './mails.ts'
import { type PersonApi, completeAccount, createAccountAtProvider, generateEmail } from './people.ts'

// Specification 26.5: who has access to an appliance, invitations, and leaving.

test('an owner invites a person by a link, and both pages show it at once', async ({
  page,
  signIn,
  pageOf,
  appliance,
  api,
}) => {
  await appliance('ada')
  await signIn(page, 'ada')
  await openAccess(page)
  const who = page.getByRole('region', { name: 'Who can see this' })
  await expect(who.getByRole('listitem')).toHaveCount(1)
  const link = await invite(page, 'Co-owner')
  await expect(who.getByText('Open invitation')).toBeVisible()

  const other = await pageOf('ben')
  await other.goto(link)
  await expect(other.getByRole('heading', { level: 1, name: 'Invitation' })).toBeVisible()
  await expect(other.getByText('invites you to see this appliance')).toBeVisible()
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(other).toHaveURL(/\/appliances$/u)
  await expect(other.getByRole('article')).toHaveCount(1)
  await expect(who.getByText('Co-owner')).toBeVisible()
  await expect(who.getByText('Open invitation')).toBeHidden()

  await who.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(who.getByRole('listitem')).toHaveCount(1)
  await expect(other.getByRole('article')).toHaveCount(0)
  await expect.poll(async () => noticesOf(await api('ada'))).toContain('access-given')
  await expect.poll(async () => noticesOf(await api('ben'))).toContain('own-access-ended')
})

test('an invitation goes by email, and an address that cannot be right is refused', async ({
  page,
  baseURL,
  signIn,
  pageOf,
  appliance,
}) => {
  await appliance('ada')
  await signIn(page, 'ada')
  await openAccess(page)
  const address = generateEmail('invited')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Email address (optional)')
  await field.fill('mark@nowhere')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(field).toBeFocused()
  await expect(dialog.getByText('Please enter a complete email address')).toBeVisible()
  await field.fill(address)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('The link is on its way to')).toContainText(address)

  const mail = await waitForMail(page, baseURL, ({ to }) => to === address)
  expect(mail.subject).toBe('Invitation to see a heating system')
  const other = await pageOf('ben')
  await other.goto(findJoinLink(mail))
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(other.getByRole('article')).toHaveCount(1)
})

test('an owner who wants to be asked first is asked, and accepts', async ({ page, signIn, pageOf, appliance }) => {
  const { gateway } = await appliance('ada')
  await signIn(page, 'ada')
  await openAccess(page)
  await page.getByRole('checkbox', { name: 'Ask me first' }).click()
  await expect(page.getByText('New access only on request: on')).toBeVisible()

  const other = await pageOf('ben')
  await other.goto('/appliances/add')
  await other.getByLabel('Serial number/Gateway ID').fill(gateway.serial)
  await other.getByLabel('Access code/Password').fill(gateway.accessCode)
  await other.getByLabel('User password').fill(gateway.userPassword)
  await other.getByRole('button', { name: 'Add appliance' }).click()
  await expect(other.getByRole('status').filter({ hasText: 'The owner has been asked' })).toBeVisible()

  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('button', { name: 'Decline' })).toBeHidden()
  await other.goto('/appliances')
  await expect(other.getByRole('article')).toHaveCount(1)
})

test('an owner changes a role, and the page of the other person follows', async ({
  page,
  signIn,
  pageOf,
  appliance,
  claimed,
}) => {
  const { gateway } = await appliance('ada')
  await claimed('ben', gateway)
  await signIn(page, 'ada')
  const other = await pageOf('ben')
  await other.goto('/appliances')
  await expect(other.getByText('Only the appliance owner can edit')).toBeVisible()
  await openAccess(page)
  await page.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Role').selectOption('Co-owner')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Who can see this' }).getByText('Co-owner')).toBeVisible()
  await expect(other.getByText('Only the appliance owner can edit')).toBeHidden()
})

test('the owner reads at once that a viewer has viewed the history', async ({
  page,
  signIn,
  pageOf,
  appliance,
  claimed,
}) => {
  const { gateway } = await appliance('ada')
  await claimed('ben', gateway)
  await signIn(page, 'ada')
  await openAccess(page)
  const happened = page.getByRole('region', { name: 'What happened' })
  await expect(happened.getByText('Appliance added as its owner')).toBeVisible()
  await expect(happened.getByText('History viewed')).toBeHidden()
  const other = await pageOf('ben')
  await other.goto(page.url().replace('/access', '/history'))
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(happened.getByText('History viewed')).toHaveCount(1)
  await expect(happened.getByText('Current values viewed')).toHaveCount(1)
  await other.goto(page.url())
  await expect(other.getByRole('region', { name: 'Who can see this' })).toBeVisible()
  await expect(other.getByRole('region', { name: 'What happened' })).toBeHidden()
})

test('each company leads to where its connection ends', async ({ page, signIn, claimed, claimable, api }) => {
  const ada = await api('ada')
  const id = await claimed('ada', claimable())
  await setAddress(ada, id)
  await connectCompany(ada, id, 'SUPPORT')
  await connectCompany(ada, id, 'ASA')
  await signIn(page, 'ada')
  await openAccess(page)
  const support = page.getByRole('listitem').filter({ hasText: 'Customer support' })
  await expect(support).toContainText('Cedar')
  await support.getByRole('link', { name: 'Change or end' }).click()
  await expect(page.getByRole('tab', { name: 'Cedar' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Withdraw consent' })).toBeInViewport()
  await openAccess(page)
  const provider = page.getByRole('listitem').filter({ hasText: 'Service provider' })
  await provider.getByRole('link', { name: 'Change or end' }).click()
  await expect(page.getByRole('tab', { name: 'Service provider' })).toBeFocused()
})

test('an open invitation can be replaced and cancelled', async ({ page, signIn, pageOf, appliance }) => {
  await appliance('ada')
  await signIn(page, 'ada')
  await openAccess(page)
  const earlier = await invite(page, 'Viewer')
  await page.getByRole('button', { name: 'New link' }).click()
  const link = page.getByRole('dialog').getByLabel('Link')
  await expect(link).not.toHaveValue(earlier)
  const later = await link.inputValue()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  const other = await pageOf('ben')
  await other.goto(earlier)
  await expect(other.getByText('This link is not valid')).toBeVisible()
  await other.goto(later)
  await expect(other.getByRole('button', { name: 'Decline' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Open invitation')).toBeHidden()
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(other.getByText('This link is not valid')).toBeVisible()
})

test('a newcomer accepts an invitation right after creating an account', async ({
  page,
  browser,
  signIn,
  appliance,
}) => {
  await appliance('ada')
  await signIn(page, 'ada')
  await openAccess(page)
  const link = await invite(page, 'Viewer')
  const other = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await other.goto(link)
  await createAccountAtProvider(other, generateEmail())
  await completeAccount(other.request)
  await other.goto(link)
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(other.getByRole('article')).toHaveCount(1)
  await other.context().close()
})

test('a viewer sees only themself, and leaves by the menu of the card', async ({
  page,
  signIn,
  appliance,
  claimed,
}) => {
  const { gateway } = await appliance('ada')
  await claimed('ben', gateway)
  await signIn(page, 'ben')
  await openAccess(page)
  const who = page.getByRole('region', { name: 'Who can see this' })
  await expect(who.getByRole('listitem')).toHaveCount(1)
  await expect(who.getByRole('button', { name: 'Leave' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite somebody' })).toBeHidden()
  await page.goto('/appliances')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Leave' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)
})

async function openAccess(page: Page): Promise<void> {
  await page.goto('/appliances')
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Access' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Access' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Who can see this' }).getByRole('listitem').first()).toBeVisible()
}

/** Returns the kinds of the person's notices, in the order of the API. */
async function noticesOf(api: PersonApi): Promise<string[]> {
  const { items } = (await (await api('GET', '/api/2/notices')).json()) as NoticeList
  return items.map(({ event }) => event.kind)
}

/** Creates an invitation on the access page. Returns its link. */
async function invite(page: Page, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = dialog.getByLabel('Link')
  await expect(link).toHaveAttribute('readonly')
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeVisible()
  const url = await link.inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return url
}
