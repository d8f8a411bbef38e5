import type { Page } from '@playwright/test'
import type { Connection } from '#contract/appliance.ts'
import { maxApplianceNameLength } from '#contract/appliance-name.ts'
import { disableFirstAnswers } from './first-answers.ts'
import { expect, test } from './fixtures.ts'
import { findCutOffTexts } from './find-cut-off-texts.ts'
import { createTestConnection } from './long-list.ts'

// A person may give an appliance any name of up to 40 characters. Specification 2.13 and 5.11.

const names = {
  'one word': 'W'.repeat(maxApplianceNameLength),
  sentence: 'Bergstraße 14, Hinterhaus / 2. OG rechts'.padEnd(maxApplianceNameLength, '!'),
  Hebrew: 'חדר הדוודים בקומת המרתף של הבית הישן 12'.padEnd(maxApplianceNameLength, '!'),
  emoji: '🔥'.repeat(maxApplianceNameLength),
}

const widths = [320, 390, 768, 1152, 1280, 1920]

function called(name: string, number: number): Connection {
  return createTestConnection(number, {
    name,
    applianceType: number % 2 === 0 ? 'HP' : 'BOILER',
    gatewayStatus: number === 1 ? 'OFFLINE' : 'WORKING',
  })
}

async function fits(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(findCutOffTexts), `${what}, ${width}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${what}, ${width}`).toBeLessThanOrEqual(
      width,
    )
  }
}

test('a folded card holds the longest names, in any script, at any width', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  await disableFirstAnswers(page)
  const items = [...Object.values(names), 'Boiler'].map((name, index) => called(name, index + 1))
  await page.route('**/api/2/connections?*', (route) => route.fulfill({ json: { items, total: items.length } }))
  await page.route('**/api/2/subscriptions', (route) => route.fulfill({ json: { subscriptions: [] } }))
  await page.goto('/appliances')
  await expect(page.getByRole('article')).toHaveCount(5)
  await fits(page, 'folded')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Show details' }).first().click()
  await fits(page, 'opened')
})

test('a card holds the lowest and the highest values of a gateway at any width', async ({
  page,
  signIn,
  appliance,
}) => {
  await signIn(page, 'ada')
  const { field } = await appliance('ada')
  await page.goto('/appliances')
  const card = page.getByRole('article')
  const lowest = {
    heatCurve: { outdoorTemperature: -50, flowTemperature: -20, burnerModulation: 0, compressorModulation: 0 },
    hc1: { roomTemperature: -20, roomSetpoint: 4 },
    dhw1: { temperature: -20, charging: true },
  }
  const highest = {
    heatCurve: { outdoorTemperature: 60, flowTemperature: 120, burnerModulation: 100, compressorModulation: 100 },
    hc1: { roomTemperature: 60, roomSetpoint: 35 },
    dhw1: { temperature: 120, charging: true },
  }
  for (const [{ heatCurve, hc1, dhw1 }, outdoors] of [
    [lowest, '−50.0'],
    [highest, '60.0'],
  ] as const) {
    await field.report('WORKING')
    await field.sendValues('heatCurve', heatCurve)
    await field.sendValues('dhw1', dhw1)
    await field.sendValues('hc1', hc1)
    await expect(card).toContainText(outdoors)
    await expect(card).toContainText(hc1.roomSetpoint.toFixed(1))
    await fits(page, outdoors)
  }
})

for (const [kind, name] of Object.entries(names)) {
  test(`dialogs, pages and settings hold the longest name: ${kind}`, async ({
    page,
    signIn,
    claimed,
    claimable,
    api,
  }) => {
    test.slow()
    const id = await claimed('ada', claimable({ applianceType: 'BOILER' }))
    const answer = await (await api('ada'))('PATCH', `/api/2/connections/${id}`, { name })
    expect(answer.status()).toBe(200)
    await signIn(page, 'ada')
    await page.goto('/appliances')
    await expect(page.getByRole('article')).toHaveCount(1)
    await fits(page, `card ${kind}`)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Delete appliance' }).click()
    await expect(page.getByRole('alertdialog')).toContainText(name)
    await fits(page, `delete ${kind}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await fits(page, `rename ${kind}`)
    for (const path of [`/appliances/${id}/history`, `/appliances/${id}/data-export`, '/account', '/help']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await fits(page, `${path.replace(id, '')} ${kind}`)
    }
  })
}
