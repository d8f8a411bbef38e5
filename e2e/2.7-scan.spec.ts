import type { Page } from '@playwright/test'
import { formatSerialNumber } from '#contract/format-codes.ts'
import { startBrowserWithCamera, noCameraMessage, stickerCodeOf } from './camera.ts'
import { expect, test } from './fixtures.ts'

const scanButton = (page: Page) => page.getByRole('button', { name: 'Scan the sticker' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Scan the sticker' })

test('a sticker in front of the camera fills the form; other codes do not, and no picture is sent', async ({
  signIn,
  claimable,
  baseURL,
  contextOptions,
}, testInfo) => {
  const gateway = claimable({ applianceType: 'BOILER' })
  const { serial: serialNumber, userPassword } = gateway
  const code = stickerCodeOf(gateway)
  const codes = ['https://evil.example/?serial=1', code.replace('access', 'excess'), code]
  const browser = await startBrowserWithCamera(codes, testInfo)
  test.skip(browser === null, noCameraMessage)
  if (browser === null) return
  const context = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }), permissions: ['camera'] })
  const page = await context.newPage()
  await signIn(page, 'ada')
  await page.goto('/appliances/add')
  await expect(scanButton(page)).toBeVisible()

  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await scanButton(page).click()
  await expect(dialog(page)).toContainText('The picture stays on this device.')
  await expect(dialog(page).getByText('This is a different code.')).toBeVisible()
  await expect(dialog(page).getByText("This sticker's code is not complete.")).toBeVisible()
  await expect(dialog(page)).toBeHidden({ timeout: 20_000 })
  expect(sent).toEqual([])

  await expect(page.getByText('The sticker was read.')).toBeVisible()
  await expect(page.getByLabel('Serial number/Gateway ID')).toHaveValue(formatSerialNumber(serialNumber))
  await expect(page.getByLabel('User password')).toHaveValue(userPassword)
  await page.getByRole('button', { name: 'Add appliance' }).click()
  await expect(page.getByRole('article', { name: 'Boiler 1' })).toContainText(serialNumber)
  await browser.close()
})

test.describe('without a picture', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn(page, 'ada')
  })

  /**
   * Makes the browser's camera fail with the error `name`. Returns a function that returns the number of the page's
   * requests for the camera.
   */
  async function refuseCamera(page: Page, name: string): Promise<() => Promise<number>> {
    await page.addInitScript((error) => {
      const counted = window as unknown as { asked: number }
      counted.asked = 0
      const getUserMedia = () => {
        counted.asked += 1
        return Promise.reject(new DOMException('', error))
      }
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
    }, name)
    return () => page.evaluate(() => (window as unknown as { asked: number }).asked)
  }

  test('the camera is requested after the button was pressed, and again on request', async ({ page }) => {
    const asked = await refuseCamera(page, 'NotAllowedError')
    await page.goto('/appliances/add')
    await expect(scanButton(page)).toBeVisible()
    expect(await asked()).toBe(0)
    await scanButton(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText('The browser may not use the camera.')
    expect(await asked()).toBe(1)
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect.poll(asked).toBe(2)
    await dialog(page).getByRole('button', { name: 'Type the codes instead' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(scanButton(page)).toBeFocused()
  })

  for (const [error, words] of [
    ['NotFoundError', 'No camera was found'],
    ['NotReadableError', 'Another app may be using it'],
  ] as const) {
    test(`${error}: an explanation appears, and the form can be typed`, async ({ page }) => {
      await refuseCamera(page, error)
      await page.goto('/appliances/add')
      await scanButton(page).click()
      await expect(dialog(page).getByRole('alert')).toContainText(words)
      await page.keyboard.press('Escape')
      await page.getByLabel('Serial number/Gateway ID').fill('123456789')
      await expect(page.getByLabel('Serial number/Gateway ID')).toHaveValue('123 456 789')
    })
  }

  test('if the connection is not secure, it says so', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
    await page.goto('/appliances/add')
    await scanButton(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText('over a secure connection')
    await expect(dialog(page).getByRole('button', { name: 'Try again' })).toBeHidden()
  })

  test("only the page's document may use the camera, no other answer", async ({ page, request }) => {
    const document = await page.goto('/appliances/add')
    expect(document?.headers()['permissions-policy']).toContain('camera=(self)')
    const answer = await request.get('/robots.txt')
    expect(answer.headers()['permissions-policy']).toContain('camera=()')
  })
})

test('the sticker highlights the part with the focus, and shows the typed values', async ({ page, signIn }) => {
  await signIn(page, 'ada')
  await page.goto('/appliances/add')
  const figure = page.getByRole('figure')
  await expect(figure).toContainText('The sticker is on the back')
  await page.getByLabel('Serial number/Gateway ID').fill('123456789')
  await expect(figure).toContainText('9 digits, printed at the top')
  await expect(figure.getByRole('img')).toContainText('123 456 789')
  await page.getByLabel('User password').fill('secret')
  await expect(figure).toContainText('Your own password')
  await expect(figure.getByRole('img')).toContainText('••••••')
  await expect(figure).not.toContainText('secret')
})

test('a person who does not know the type can find out', async ({ page, signIn }) => {
  await signIn(page, 'ada')
  await page.goto('/appliances/add')
  await page.getByText('Which one is mine?').click()
  await expect(page.getByText('A small box with three lights')).toBeVisible()
})
