import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { waitForMail } from './mails.ts'
import { apiOfSession, signUp } from './people.ts'
import { findAccessibilityViolations } from './accessibility-violations.ts'

function bellOf(page: Page) {
  return page.getByRole('button', { name: 'Notifications', exact: true })
}

function listOf(page: Page) {
  return page.getByRole('list', { name: 'Notifications' })
}

test('a fault that lasts is announced on all open pages, read on all of them, and its emails can be turned off', async ({
  api,
  baseURL,
  pageOf,
  claimable,
  claimed,
  device,
}) => {
  test.slow()
  const gateway = claimable({ simulated: false, applianceType: 'BOILER' })
  const id = await claimed('ada', gateway)
  const [one, other] = [await pageOf('ada'), await pageOf('ada')]
  const { contactEmail } = (await (await (await api('ada'))('GET', '/api/2/users/me')).json()) as Account
  await one.goto('/account')
  await confirmEmail(one, baseURL, contactEmail)
  for (const page of [one, other]) {
    await page.goto('/appliances')
    await expect(bellOf(page)).toHaveAccessibleDescription('0 unread notifications')
  }
  const field = await device(gateway)
  await field.sendValues('status', { gatewayStatus: 'ERROR', faultCode: 'E104' })
  for (const page of [one, other])
    await expect(bellOf(page)).toHaveAccessibleDescription('1 unread notification', { timeout: 45_000 })
  await bellOf(one).press('Enter')
  const notice = listOf(one).getByRole('listitem')
  await expect(notice).toContainText('Boiler 1')
  await expect(notice.getByRole('link', { name: 'Burner does not ignite' })).toHaveAttribute(
    'href',
    `/appliances/${id}/faults/E104`,
  )
  expect(await findAccessibilityViolations(one)).toEqual([])
  await expect(listOf(one).getByRole('heading', { name: 'Needs your attention' })).toBeVisible()
  // When the list opens, its notices are marked as read. They look unread until the list is closed.
  for (const page of [one, other]) await expect(bellOf(page)).toHaveAccessibleDescription('0 unread notifications')
  await notice.getByRole('button', { name: 'Mark as read' }).click()
  await expect(notice.getByText('New', { exact: true })).toBeHidden()
  await one.keyboard.press('Escape')
  await expect(bellOf(one)).toBeFocused()
  await other.goto('/notices')
  await expect(listOf(other).getByRole('listitem')).toHaveCount(1)
  expect(await findAccessibilityViolations(other)).toEqual([])
  const { text } = await waitForMail(other, baseURL, ({ to }) => to.includes(contactEmail))
  const path = /\/unsubscribe\/[\w-]+/u.exec(text)?.[0] ?? ''
  await one.goto('/account')
  const mails = one.getByRole('group', { name: 'Heating and faults' }).getByRole('checkbox', { name: 'Email' })
  await expect(mails).toBeChecked()
  await other.context().clearCookies()
  await other.goto(path)
  await other.getByRole('button', { name: 'Turn off' }).click()
  await expect(other.getByRole('heading', { name: 'Emails are turned off' })).toBeVisible()
  expect(await findAccessibilityViolations(other)).toEqual([])
  await expect(mails).not.toBeChecked()
  const settings = await (await (await api('ada'))('GET', '/api/2/notices/settings')).json()
  expect(settings).toMatchObject({ choices: { heating: { portal: true, mail: false, push: true } } })
})

test('the channels of notices are chosen on the account page, and stored', async ({ page }) => {
  await signUp(page, '/account')
  const heating = page.getByRole('group', { name: 'Heating and faults' }).getByRole('checkbox', { name: 'Email' })
  const security = page.getByRole('group', { name: 'Account security' }).getByRole('checkbox', { name: 'Email' })
  await expect(heating).toBeChecked()
  await expect(security).toBeDisabled()
  await heating.press('Space')
  await page.getByRole('checkbox', { name: 'Quiet hours' }).press('Space')
  await page.getByLabel('Begins').fill('23:30')
  await page.getByRole('button', { name: 'Pause for a week' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.reload()
  await expect(heating).not.toBeChecked()
  await expect(page.getByLabel('Begins')).toHaveValue('23:30')
  await expect(page.getByText('Time zone: Europe/Berlin')).toBeVisible()
  await page.getByRole('button', { name: 'End the pause' }).click()
  await expect(page.getByRole('button', { name: 'Pause for a week' })).toBeVisible()
})

test('a contact email is confirmed by a code in an email', async ({ page, baseURL }) => {
  const email = await signUp(page, '/account')
  const contact = `contact-of-${email}`
  await expect(page.getByText(/^No emails are sent until you confirm your address/u)).toBeVisible()
  await page.getByRole('button', { name: 'Edit account details' }).click()
  await page.getByRole('checkbox', { name: 'Use the identity email as my contact email' }).uncheck()
  await page.getByRole('textbox', { name: 'Contact email' }).fill(contact)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(`confirm your address ${contact}`)).toBeVisible()
  await confirmEmail(page, baseURL, contact)
  await expect(page.getByText(`Emails go to ${contact}.`)).toBeVisible()
})

test('the callout of an unconfirmed email leads to the field for the code, and the focus stays there', async ({
  page,
  baseURL,
  claimable,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page, '/appliances/add')
  const gateway = claimable()
  await page.getByLabel('Serial number/Gateway ID').fill(gateway.serial)
  await page.getByLabel('Access code/Password').fill(gateway.accessCode)
  await page.getByLabel('User password').fill(gateway.userPassword)
  await page.getByRole('button', { name: 'Add appliance' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  const heading = page.getByRole('heading', { name: 'Email address' })
  const field = page.getByRole('textbox', { name: 'Code' })
  await expect(heading).toBeFocused()
  await expect(field).toBeInViewport()
  const { contactEmail } = (await (await apiOfSession(page.request)('GET', '/api/2/users/me')).json()) as Account
  const { subject, text } = await waitForMail(
    page,
    baseURL,
    (mail) => mail.to.includes(contactEmail) && /\d{6}/u.test(mail.subject),
  )
  const code = /\b\d{6}\b/u.exec(`${subject} ${text}`)?.[0] ?? ''
  await field.fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByText('This code is not correct.')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(code)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByText('Your email address is confirmed')).toBeInViewport()
  await expect(heading).toBeFocused()
})

test('settings that were read before a code was sent do not hide the field for it', async ({ page }) => {
  await signUp(page, '/account')
  const mails = page.getByRole('group', { name: 'Heating and faults' }).getByRole('checkbox', { name: 'Email' })
  const send = page.getByRole('button', { name: 'Send code' })
  const field = page.getByRole('textbox', { name: 'Code' })
  await expect(mails).toBeChecked()
  const [oldAnswer, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/2/notices/settings', async (route) => {
    const response = await route.fetch()
    oldAnswer.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  await chooseMails(page, false)
  await oldAnswer.promise
  await send.click()
  await field.evaluate((element) => element.setAttribute('data-first', ''))
  released.resolve()
  await chooseMails(page, true)
  await chooseMails(page, false)
  await expect(mails).not.toBeChecked()
  await expect(field).toHaveAttribute('data-first')
})

/**
 * Changes, by the API, whether the person gets emails about heating. For the page this is a change in another browser.
 */
async function chooseMails(page: Page, mail: boolean): Promise<void> {
  const api = apiOfSession(page.request)
  const { choices, appliances, quietHours, pausedUntil } = (await (
    await api('GET', '/api/2/notices/settings')
  ).json()) as { choices: { heating: object }; appliances: []; quietHours: null; pausedUntil: null }
  const heating = { ...choices.heating, mail }
  const body = { choices: { ...choices, heating }, appliances, quietHours, pausedUntil }
  expect((await api('PUT', '/api/2/notices/settings', body)).ok()).toBe(true)
}

test('the link to the notification settings shows their heading at the top, although they load late', async ({
  page,
}) => {
  // The window is high enough to show the heading at the top. In a lower window, the page could not scroll far enough
  // before the settings have loaded.
  await page.setViewportSize({ width: 390, height: 2_000 })
  const released = Promise.withResolvers<void>()
  await page.route('**/api/2/notices/settings', async (route) => {
    await released.promise
    await route.fallback()
  })
  await signUp(page, '/account#notices')
  const heading = page.getByRole('heading', { name: 'Notification settings' })
  const top = async () => (await heading.boundingBox())?.y
  await expect(heading).toBeFocused()
  expect(await top()).toBeGreaterThan(100)
  released.resolve()
  await expect(page.getByRole('group', { name: 'Heating and faults' })).toBeVisible()
  await expect.poll(top).toBeLessThan(100)
  expect(await top()).toBeGreaterThan(65)
  await expect(heading).toBeFocused()
})

type Account = { contactEmail: string }

/** Requests a code for this address. Enters a wrong code, and then the right code. */
async function confirmEmail(page: Page, baseURL: string | undefined, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Send code' }).click()
  const { subject, text } = await waitForMail(page, baseURL, ({ to }) => to.includes(address))
  const code = /\b\d{6}\b/u.exec(`${subject} ${text}`)?.[0] ?? ''
  const field = page.getByRole('textbox', { name: 'Code' })
  await field.fill(code === '000000' ? '000001' : '000000')
  await field.press('Enter')
  await expect(page.getByText('This code is not correct.')).toBeVisible()
  await field.fill(code)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByText('Your email address is confirmed')).toBeVisible()
}
