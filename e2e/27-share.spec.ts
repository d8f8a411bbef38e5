import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { createInputActions } from './input-devices.ts'
import { moveFocusByTab } from './move-focus-by-tab.ts'
import {
  createApprovedProgram,
  requestConsent,
  basicAuthorizationOf,
  type TestProgram,
  type DeviceConsentRequest,
} from './programs.ts'
import { findAccessibilityViolations } from './accessibility-violations.ts'

// Specification 27.3 and 27.4: a program asks for data, the owner answers, sees the grant and ends it.

test.describe('by keyboard', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('an owner shares an appliance, sees who reads it, shares more, and ends it at once', async ({
    page,
    signIn,
    appliance,
    api,
    baseURL,
  }) => {
    const { id } = await appliance('ada')
    const program = await createApprovedProgram(await api('ada'), baseURL)
    await signIn(page, 'ada')

    const question = await requestConsent(page, program)
    await page.goto(question.address)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await moveFocusByTab(page, { role: 'textbox', name: 'Code' })
    await page.keyboard.type(question.userCode)
    await page.keyboard.press('Enter')
    await expect(page.getByText(question.userCode)).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await moveFocusByTab(page, { role: 'button', name: 'Continue' })
    await page.keyboard.press('Enter')
    await expectQuestion(page, program)
    await shareByKeyboard(page)
    const token = await tokenOf(page, program, question)
    expect(await appliancesFor(page, token)).toHaveLength(1)

    await page.goto(`/appliances/${id}/access`)
    const row = page
      .getByRole('region', { name: 'Who can see this' })
      .getByRole('listitem')
      .filter({ hasText: program.name })
    await expect(row).toContainText('Current status and values, Faults · Maintenance')
    const happened = page.getByRole('region', { name: 'What happened' })
    await expect(happened.getByText(/Data shared with a program/u).first()).toContainText(program.name)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await verifyNewestReceipt(page)

    const more = await requestConsent(page, program, { datatypes: ['status', 'history'], history: 'P3M' })
    await page.goto(more.address)
    await moveFocusByTab(page, { role: 'textbox', name: 'Code' })
    await page.keyboard.type(more.userCode)
    await page.keyboard.press('Enter')
    await moveFocusByTab(page, { role: 'button', name: 'Continue' })
    await page.keyboard.press('Enter')
    await expect(page.getByText('Already shared with this program')).toContainText('New: History · No longer: Faults')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await shareByKeyboard(page)
    const later = await tokenOf(page, program, more)
    expect(await appliancesFor(page, token)).toBe(401)
    expect(await appliancesFor(page, later)).toHaveLength(1)

    await page.goto(`/appliances/${id}/access`)
    await expect(row).toHaveCount(1)
    await row.getByRole('button', { name: 'Remove' }).focus()
    await page.keyboard.press('Enter')
    await createInputActions('keyboard', page).answer('Remove')
    await expect(row).toHaveCount(0)
    expect(await appliancesFor(page, later)).toBe(401)
    await expect(happened.getByText(/Data sharing ended/u).first()).toContainText(program.name)
    const newest = page.getByRole('region', { name: 'Receipts' }).getByRole('listitem').first()
    await expect(newest).toContainText('Consent ended')
  })
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('an owner shares nothing, then shares, and ends it', async ({ page, signIn, appliance, api, baseURL }) => {
    const { id } = await appliance('ada')
    const program = await createApprovedProgram(await api('ada'), baseURL)
    await signIn(page, 'ada')

    const first = await requestConsent(page, program)
    await page.goto(`${first.address}?user_code=${first.userCode}`)
    await page.getByRole('button', { name: 'Continue' }).tap()
    await expectQuestion(page, program)
    await page.getByRole('button', { name: 'Do not share' }).tap()
    await expect(page.getByRole('heading', { name: 'Nothing was shared' })).toBeVisible()
    expect(await tokenOf(page, program, first)).toBe('access_denied')

    const second = await requestConsent(page, program)
    await page.goto(`${second.address}?user_code=${second.userCode}`)
    await page.getByRole('button', { name: 'Continue' }).tap()
    await page.getByRole('button', { name: 'Share', exact: true }).tap()
    await expect(page.getByText('Please choose at least one appliance.')).toBeVisible()
    await page.getByRole('checkbox').tap()
    await page.getByRole('button', { name: 'Share', exact: true }).tap()
    await expect(page.getByRole('heading', { name: 'The program is connected' })).toBeVisible()
    const token = await tokenOf(page, program, second)
    expect(await appliancesFor(page, token)).toHaveLength(1)

    await page.goto(`/appliances/${id}/access`)
    const who = page.getByRole('region', { name: 'Who can see this' })
    const row = who.getByRole('listitem').filter({ hasText: program.name })
    await row.getByRole('button', { name: 'Remove' }).tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).tap()
    await expect(row).toHaveCount(0)
    expect(await appliancesFor(page, token)).toBe(401)
  })
})

/** Expects the question with no appliance selected, and two answers of the same size and colours. */
async function expectQuestion(page: Page, { name }: TestProgram): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Share data' })).toBeVisible()
  await expect(page.getByText(/would like to read data/u)).toContainText(name)
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  const styles = ['Share', 'Do not share'].map(async (answer) => {
    const button = page.getByRole('button', { name: answer, exact: true })
    return button.evaluate((element) => {
      const { width, height } = element.getBoundingClientRect()
      const { fontWeight, color, backgroundColor } = getComputedStyle(element)
      return { width: Math.round(width), height, fontWeight, color, backgroundColor }
    })
  })
  const [yes, no] = await Promise.all(styles)
  expect(yes).toEqual(no)
  expect(await findAccessibilityViolations(page)).toEqual([])
}

async function shareByKeyboard(page: Page): Promise<void> {
  await expect(page.getByRole('checkbox')).toBeVisible()
  await moveFocusByTab(page, { role: 'checkbox', name: /./u })
  await page.keyboard.press('Space')
  await moveFocusByTab(page, { role: 'button', name: 'Share' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The program is connected' })).toBeVisible()
}

async function verifyNewestReceipt(page: Page): Promise<void> {
  const receipt = page.getByRole('region', { name: 'Receipts' }).getByRole('listitem').first()
  const saved = page.waitForEvent('download')
  await receipt.getByRole('button', { name: 'Download' }).click()
  const file = await readFile(await (await saved).path())
  await page.goto('/receipts')
  await expect(page.getByText('or drop it here')).toBeVisible()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: file })
  await expect(page.getByText('This receipt is genuine')).toBeVisible()
  await expect(page.getByText('Maintenance', { exact: true })).toBeVisible()
}

/** Requests the access token of the device flow. Returns the token, or the error code. */
async function tokenOf(page: Page, program: TestProgram, { deviceCode }: DeviceConsentRequest): Promise<string> {
  const answer = await page.request.post('/oauth/token', {
    headers: basicAuthorizationOf(program),
    form: { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: deviceCode },
  })
  const { access_token: token, error } = (await answer.json()) as { access_token?: string; error: string }
  return token ?? error
}

/** Reads the appliances with a program's token. Returns them, or the status of a refusal. */
async function appliancesFor(page: Page, token: string): Promise<unknown[] | number> {
  const answer = await page.request.get('/partner/1/appliances', { headers: { authorization: `Bearer ${token}` } })
  return answer.ok() ? ((await answer.json()) as { items: unknown[] }).items : answer.status()
}
