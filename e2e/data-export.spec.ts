import type { Locator, Page } from '@playwright/test'
import { readArchive } from './read-archive.ts'
import { expect, test } from './fixtures.ts'
import { moveFocusByTab } from './move-focus-by-tab.ts'
import { findAccessibilityViolations } from './accessibility-violations.ts'

const failed = 'We could not submit your data export request. Please try again later.'
const requests = '**/api/2/eu-data-act/*/requests'

test.describe('an owner whose gateway has reported', () => {
  test.beforeEach(async ({ page, signIn, appliance }) => {
    const { id, field } = await appliance('ada', 'BOILER')
    for (const flowTemperature of [31.5, 42.5, 53.5]) await field.sendValues('heatCurve', { flowTemperature })
    await signIn(page, 'ada')
    await page.goto(`/appliances/${id}/data-export`)
    await expect(page.getByRole('button', { name: 'Request data export' })).toBeVisible()
  })

  test('requests, sees it become ready without a reload, and downloads every reading once', async ({ page }) => {
    await expect(page.getByText('No data exports yet')).toBeVisible()
    await page.getByRole('button', { name: 'Request data export' }).click()
    await expect(page.getByRole('status')).toHaveText('Data export request submitted')
    const request = page.getByRole('article')
    await expect(request).toContainText('Ready')
    await expect(request.getByRole('button', { name: 'Download' })).toHaveCount(3)
    await expect(request).toContainText(/Size\s*[\d.]+ kB\s*Rows\s*3\s*Available until/u)
    await expect(request).toContainText(/[0-9a-f]{64}/u)
    const files = await download(
      page,
      request.getByRole('button', { name: 'Download Readings of your heating system' }),
    )
    await expect(request).toContainText('the file has been saved')
    expect([...files.keys()]).toContain('datapackage.json')
    const lines = files.get('telemetry.csv')?.trim().split(/\r?\n/u) ?? []
    expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(['31.5', '42.5', '53.5'])
  })

  test('a download that breaks off continues where it broke', async ({ page }) => {
    await page.getByRole('button', { name: 'Request data export' }).click()
    const ranges: (string | undefined)[] = []
    await page.route('**/api/2/eu-data-act/*/files/*', async (route) => {
      ranges.push(route.request().headers()['range'])
      if (ranges.length > 1) return route.continue()
      const answer = await route.fetch()
      const body = (await answer.body()).subarray(0, 700)
      await route.fulfill({ status: 200, headers: { etag: answer.headers()['etag'] ?? '' }, body })
    })
    const files = await download(page, page.getByRole('button', { name: 'Download Readings of your heating system' }))
    expect(ranges).toEqual([undefined, 'bytes=700-'])
    expect(files.has('telemetry.csv')).toBe(true)
  })

  test('repeats an earlier request', async ({ page }) => {
    await page.getByRole('checkbox', { name: 'Remote service record' }).uncheck()
    await page.getByRole('checkbox', { name: 'Readings of your heating system' }).uncheck()
    await page.getByRole('button', { name: 'Request data export' }).click()
    await expect(page.getByRole('article')).toContainText('Ready')
    await page.getByRole('button', { name: 'Request again' }).click()
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(page.getByRole('article').first()).toContainText('Ready')
    await expect(page.getByRole('article').first()).toContainText('Appliance details and history')
  })

  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 720 },
  ]) {
    test(`the progress of a new request is not under the toast, ${viewport.width}px`, async ({ page }) => {
      await page.setViewportSize(viewport)
      const [made] = everyState.items
      let list = { ...everyState, items: everyState.items.slice(1), total: 3 }
      await page.route(requests, async (route) => {
        if (route.request().method() === 'GET') return route.fulfill({ json: list })
        list = everyState
        await route.fulfill({ status: 201, json: made })
      })
      await page.reload()
      await page.getByRole('button', { name: 'Request data export' }).click()
      const bar = page.getByRole('article').getByRole('progressbar')
      await expect(bar).toBeInViewport({ ratio: 1 })
      // Returns the distance from the bar to the lower edge of the window, where the toast is. The test does not
      // measure the toast itself, because it disappears after some seconds.
      const below = () => bar.evaluate((element) => window.innerHeight - element.getBoundingClientRect().bottom)
      await expect.poll(below).toBeGreaterThan(80)
      await expect(page.getByRole('article').getByRole('heading').first()).toBeInViewport({ ratio: 1 })
    })
  }

  test('a failure keeps the choices, and trying again sends it', async ({ page }) => {
    await page.getByRole('radio', { name: 'Last 30 days' }).check()
    await page.getByRole('checkbox', { name: 'Remote service record' }).uncheck()
    await page.route(requests, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await page.getByRole('button', { name: 'Request data export' }).click()
    await expect(page.getByRole('alert')).toHaveText(failed)
    await expect(page.getByRole('radio', { name: 'Last 30 days' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Remote service record' })).not.toBeChecked()
    await page.unroute(requests)
    await page.getByRole('button', { name: 'Request data export' }).click()
    await expect(page.getByRole('article').getByRole('button', { name: 'Download' })).toHaveCount(2)
  })

  test('while the socket is down the list is polled', async ({ page }) => {
    await page.routeWebSocket(/eventbus/u, (socket) => socket.close())
    await page.clock.install()
    await page.reload()
    await page.getByRole('button', { name: 'Request data export' }).click()
    const request = page.getByRole('article')
    await expect(request).toBeVisible()
    // The page polls the list until the export is ready.
    await expect(async () => {
      await page.clock.fastForward('00:10')
      await expect(request).toContainText('Ready', { timeout: 1_000 })
    }).toPass()
  })

  test('too many at a time are refused with a message', async ({ page }) => {
    const refusal = { type: 'about:blank', title: 'Exports open', status: 409, code: 'exports-open' }
    const answer = { status: 409, contentType: 'application/problem+json', body: JSON.stringify(refusal) }
    await page.route(requests, (route) =>
      route.request().method() === 'POST' ? route.fulfill(answer) : route.continue(),
    )
    await page.getByRole('button', { name: 'Request data export' }).click()
    await expect(page.getByText('The maximum number of exports is already being prepared')).toBeVisible()
  })

  test('each invalid field shows its error, and the first one takes the focus', async ({ page }) => {
    const to = page.getByRole('group', { name: 'To' })
    await to.getByRole('spinbutton', { name: /year/u }).click()
    await page.keyboard.type('2099')
    for (const name of ['Readings of your heating system', 'Remote service record', 'Appliance details and history']) {
      await page.getByRole('checkbox', { name }).uncheck()
    }
    await page.getByRole('button', { name: 'Request data export' }).click()
    await expect(page.getByText('This day is still to come')).toBeVisible()
    await expect(page.getByText('Please choose at least one')).toBeVisible()
    await expect(to.getByRole('spinbutton').first()).toBeFocused()
    await expect(page.getByRole('radio', { name: 'Choose dates' })).toBeChecked()
  })

  test('all steps work with only the keyboard', async ({ page }) => {
    await page.getByRole('heading', { level: 1 }).focus()
    await moveFocusByTab(page, { role: 'radio', name: 'Everything' })
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Last 12 months' })).toBeChecked()
    await moveFocusByTab(page, { role: 'spinbutton', name: /^day, From/u })
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('radio', { name: 'Choose dates' })).toBeChecked()
    await page.keyboard.press('ArrowDown')
    await moveFocusByTab(page, { role: 'checkbox', name: 'Remote service record' })
    await page.keyboard.press('Space')
    await moveFocusByTab(page, { role: 'button', name: 'Request data export' })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article')).toContainText('Ready')
    await moveFocusByTab(page, { role: 'button', name: 'Download Readings of your heating system' })
    const saved = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await saved).suggestedFilename()).toMatch(/\.zip$/u)
  })

  test('the calendar picks a day', async ({ page }) => {
    await page.getByRole('group', { name: 'To' }).getByRole('button').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('radio', { name: 'Choose dates' })).toBeChecked()
  })

  test('the readings of the period are shown as a table on request', async ({ page }) => {
    const show = page.getByRole('button', { name: 'Show as table' })
    await expect(show).toHaveAttribute('aria-expanded', 'false')
    await expect(page.locator('table')).toHaveCount(0)
    await show.click()
    await expect(page.getByRole('button', { expanded: true })).toHaveText('Hide table')
    await expect(page.getByRole('columnheader')).toHaveText([
      'Time',
      'Flow temperature',
      'Room temperature',
      'Hot water temperature',
      'Status',
    ])
    await expect(page.getByRole('table')).toContainText('°C')
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`at 360 px, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 800 } })

    test('every state of a request meets WCAG 2.2 AA, and nothing scrolls sideways', async ({ page, signIn, api }) => {
      await page.route(requests, (route) => route.fulfill({ json: everyState }))
      await signIn(page, 'owner')
      const { items } = (await (await (await api('owner'))('GET', '/api/2/connections')).json()) as ConnectionIds
      await page.goto(`/appliances/${items[0]?.id}/data-export`)
      await expect(page.getByRole('article')).toHaveCount(4)
      await expect(page.getByRole('progressbar', { name: 'Your files are being prepared' })).toHaveAttribute(
        'value',
        '42',
      )
      await page.getByRole('button', { name: 'Show as table' }).click()
      expect(await findAccessibilityViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      await page.getByRole('group', { name: 'From' }).getByRole('button').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      // Repeats the check. The calendar gets its position only after it is added to the page, and until then axe does
      // not see it as a dialog.
      await expect(async () => expect(await findAccessibilityViolations(page)).toEqual([])).toPass({ timeout: 10_000 })
    })
  })
}

test('a viewer sees that only the owner can request exports', async ({ page, signIn, api }) => {
  await signIn(page, 'viewer')
  const { items } = (await (await (await api('viewer'))('GET', '/api/2/connections')).json()) as ConnectionIds
  await page.goto(`/appliances/${items[0]?.id}/data-export`)
  await expect(page.getByText('Only the owner of this appliance can request data exports.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Request data export' })).toBeHidden()
})

test('an appliance that is not in the list has no exports', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await page.goto('/appliances/aaaaaaaa-0000-4000-8000-000000000001/data-export')
  await expect(page).toHaveURL('/not-found')
})

test('a list that cannot be loaded has a retry button', async ({ page, signIn, claimable, claimed }) => {
  const id = await claimed('ada', claimable())
  await signIn(page, 'ada')
  await page.route(requests, (route) => route.abort())
  await page.goto(`/appliances/${id}/data-export`)
  await expect(page.getByRole('heading', { name: 'Your data exports could not be loaded' })).toBeVisible()
  await page.unroute(requests)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Request data export' })).toBeVisible()
})

test('a card shows the current values of the units', async ({ page, signIn, appliance }) => {
  const { field } = await appliance('ada', 'BOILER')
  await signIn(page, 'ada')
  await page.goto('/appliances')
  const card = page.getByRole('article', { name: 'Boiler 1' })
  await expect(card).toBeVisible()
  const values = card.getByRole('region', { name: 'Current values of Boiler 1' })
  // Sends the values again until the page has received them.
  await expect(async () => {
    await field.sendValues('heatCurve', { flowTemperature: 42.5, outdoorTemperature: -3, burnerModulation: 35 })
    await field.sendValues('hc1', { roomTemperature: 20.5, operationMode: 'setback' })
    await field.sendValues('dhw1', { temperature: 50 })
    for (const said of ['Flow42.5°C', 'Outdoor−3.0°C', 'Room20.5°C', 'Hot water50.0°C']) {
      await expect(values).toContainText(said, { timeout: 1_000 })
    }
  }).toPass()
  await values.getByRole('button', { name: 'More values' }).click()
  await expect(values).toContainText('Operating modeSetback')
  await expect(values).toContainText('Burner modulation35%')
})

type ConnectionIds = { items: { id: string }[] }

/** Clicks a link and reads the downloaded archive. */
async function download(page: Page, link: Locator): Promise<Map<string, string>> {
  const saved = page.waitForEvent('download')
  await link.click()
  return readArchive(await (await saved).path())
}

const uuid = (n: number): string => `44444444-4444-4444-8444-44444444444${n}`
const request = { createdAt: '2026-03-01T10:00:00Z', from: '2026-01-01', to: '2026-03-01', sources: ['HEATLYTICS'] }
const file = { source: 'HEATLYTICS', name: 'values.zip', bytes: 12_345_678, rows: 182_000, sha256: 'ab'.repeat(32) }
const until = '2026-04-01T10:00:00Z'
const open = { progress: 42, expiresAt: null, files: [] }
const everyState = {
  total: 4,
  keptFrom: '2026-01-01',
  items: [
    { ...request, ...open, id: uuid(1), state: 'NOT_READY' },
    { ...request, ...open, id: uuid(2), state: 'ERROR', reason: 'store-full' },
    { ...request, ...open, id: uuid(3), state: 'EXPIRED', expiresAt: until },
    {
      ...request,
      id: uuid(4),
      progress: 100,
      state: 'READY',
      expiresAt: until,
      files: [{ ...file, id: uuid(5), state: 'READY', expiresAt: until }],
    },
  ],
}
