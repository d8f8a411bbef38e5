import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { findAccessibilityViolations } from './accessibility-violations.ts'

const period = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Period' }).getByRole('radio', { name, exact: true })

test.describe('an appliance that has reported', () => {
  let id = ''

  test.beforeEach(async ({ page, signIn, appliance }) => {
    const { field, ...rest } = await appliance('ada', 'BOILER')
    id = rest.id
    await field.sendValues('status', { gatewayStatus: 'WORKING' })
    await field.sendValues('heatCurve', { flowTemperature: 42.5, outdoorTemperature: -7.5, burnerModulation: 60 })
    await field.sendValues('hc1', { roomTemperature: 20.5 })
    await field.sendValues('status', { gatewayStatus: 'ERROR', faultCode: 'E104' })
    await signIn(page, 'ada')
    await page.goto(`/appliances/${id}/history`)
  })

  test('shows its measurements, its faults in words, and the same as a table', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('History')
    await expect(page).toHaveTitle(/^History – .*Boiler/u)
    await expect(period(page, '24 hours')).toBeChecked()
    await expect(page.getByText('Coldest outside')).toBeVisible()
    await expect(page.getByText('−7.5°C').first()).toBeVisible()
    const faults = page.getByRole('region', { name: 'Faults' })
    // There may be older periods with the same fault, because an earlier test may have used this gateway. The first
    // period is the newest.
    await expect(faults.getByRole('listitem').first()).toContainText(/Burner does not ignite.*E104.*since/su)
    await page.getByRole('button', { name: 'Show as table' }).click()
    await expect(page.getByRole('table')).toContainText('42.5°C')
    expect(await findAccessibilityViolations(page)).toEqual([])
  })

  test('works with only the keyboard: zoom and moving from point to point', async ({ page }) => {
    const chart = page.getByRole('slider', { name: 'Chart of the measured values' })
    await chart.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(chart).toHaveAttribute('aria-valuetext', /Flow 42\.5°C/u)
    const zoomOut = page.getByRole('button', { name: 'Zoom out' })
    await expect(zoomOut).toBeDisabled()
    await page.keyboard.press('+')
    await page.keyboard.press('Escape')
    await expect(zoomOut).toBeDisabled()
  })

  test('keeps its period in the address, and Back restores the previous one', async ({ page }) => {
    await period(page, '7 days').check()
    await expect(page).toHaveURL(/period=7d$/u)
    await expect(period(page, '7 days')).toBeFocused()
    await period(page, 'Choose dates').check()
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/u)
    await page.goBack()
    await expect(period(page, '7 days')).toBeChecked()
    await page.goBack()
    await expect(period(page, '24 hours')).toBeChecked()
  })

  test('shows its dates in print', async ({ page }) => {
    await page.goto(`/appliances/${id}/history?from=2024-03-01&to=2024-03-05`)
    const days = page.getByText('1 March 2024 – 5 March 2024')
    await expect(days).toBeHidden()
    await expect(page.getByRole('radiogroup', { name: 'Period' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(days).toBeVisible()
    await expect(page.getByRole('radiogroup', { name: 'Period' })).toBeHidden()
  })

  for (const format of ['A4', 'Letter'])
    test(`prints its chart as wide as ${format}, in the colours for paper`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(page.getByRole('slider')).toBeVisible()
      await page.evaluate(() => {
        const inkOf = () => getComputedStyle(document.body).getPropertyValue('--ink-muted').trim()
        const onScreen = inkOf()
        // Adds this listener after the page's own listener, so that it sees the page in its printed state.
        window.matchMedia('print').addEventListener('change', ({ matches }) => {
          const [canvas, figure] = [document.querySelector('canvas'), document.querySelector('figure')]
          if (!matches || !canvas || !figure) return
          const [drawn, room] = [canvas.getBoundingClientRect(), figure.getBoundingClientRect()]
          Object.assign(document.body.dataset, {
            wider: Math.round(drawn.right - room.right),
            narrower: Math.round(room.width - drawn.width),
            stretched: Math.round(100 * (drawn.width / canvas.width / (drawn.height / canvas.height))),
            sameInk: inkOf() === onScreen,
          })
        })
      })
      await page.pdf({ format })
      const seen = await page.evaluate(() => Object.fromEntries(Object.entries(document.body.dataset)))
      expect(seen).toMatchObject({ wider: '0', narrower: '0', stretched: '100', sameInk: 'false' })
    })

  test('shows the previous period as outdated while the next one loads', async ({ page }) => {
    const before = page.getByText('Coldest outside')
    await expect(before).toBeVisible()
    const opacity = () =>
      before.evaluate((element) => {
        let seen = 1
        for (let each: Element | null = element; each; each = each.parentElement)
          seen *= Number(getComputedStyle(each).opacity)
        return seen
      })
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/2/connections/*/history*', async (route) => {
      await answered.promise
      await route.continue()
    })
    await period(page, 'Year').check()
    await expect(page.getByRole('progressbar', { name: 'The history is being loaded' })).toBeAttached()
    await expect.poll(opacity).toBeLessThan(0.5)
    answered.resolve()
    await expect(page.getByRole('progressbar', { name: 'The history is being loaded' })).toHaveCount(0)
    await expect.poll(opacity).toBe(1)

    await page.route('**/api/2/connections/*/history*', async (route) => route.abort())
    await period(page, '30 days').check()
    await expect(page.getByText('The history could not be loaded')).toBeVisible()
    await expect(before).toHaveCount(0)
  })

  test('links to the exports with the shown days', async ({ page }) => {
    await page.getByRole('link', { name: 'Export this period' }).click()
    await expect(page.getByRole('radio', { name: 'Choose dates' })).toBeChecked()
    await expect(page.getByRole('button', { name: 'Request data export' })).toBeVisible()
  })

  test('says where nothing was recorded, and what could not be read', async ({ page }) => {
    await page.goto(`/appliances/${id}/history?from=2026-01-01&to=2026-01-02`)
    await expect(page.getByText('No values were recorded in this period.')).toBeVisible()
    await page.route('**/api/2/connections/*/history*', async (route) => route.abort())
    await period(page, '30 days').check()
    await expect(page.getByText('The history could not be loaded')).toBeVisible()
    await page.unroute('**/api/2/connections/*/history*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Coldest outside')).toBeVisible()
  })
})

test('a viewer sees the history of their own time, without exports', async ({ page, signIn, claimed, appliance }) => {
  const { gateway, field } = await appliance('ada', 'BOILER')
  await field.sendValues('hc1', { roomTemperature: 11.5 })
  const id = await claimed('ben', gateway)
  await field.sendValues('hc1', { roomTemperature: 22.5 })
  await signIn(page, 'ben')
  await page.goto(`/appliances/${id}/history`)
  await expect(page.getByText('22.5°C')).toBeVisible()
  await expect(page.getByText('11.5°C')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Export this period' })).toHaveCount(0)
})
