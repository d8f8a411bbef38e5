import { expect, test } from './fixtures.ts'
import { findAccessibilityViolations } from './accessibility-violations.ts'

test('a fault is described in the card, with what to do, as long as it lasts', async ({ page, signIn, appliance }) => {
  const { field } = await appliance('ada', 'BOILER')
  await field.report('WORKING')
  await signIn(page, 'ada')
  await page.goto('/appliances')
  const card = page.getByRole('article', { name: 'Boiler 1' })
  await expect(card).toContainText('Working since')
  await field.sendValues('status', { gatewayStatus: 'ERROR', faultCode: 'E104' })
  const fault = card.getByRole('region', { name: 'Burner does not ignite' })
  await expect(fault).toContainText('no flame came on')
  await expect(fault).toContainText('Press the reset button once.')
  await expect(fault).toContainText('Call the company that installed or last serviced your heating.')
  await expect(card).toContainText('Error since')
  await expect(card).toContainText('Fault E104: Burner does not ignite.')
  const urgent = page.locator('[aria-live="assertive"]').filter({ hasText: 'Boiler 1' })
  await expect(urgent).toHaveText(/^Boiler 1: Error\./u)
  // Repeats the fault. The page waits only briefly for the title of a fault, and now this title is cached.
  await field.report('WORKING')
  await expect(urgent).toHaveCount(0)
  await field.sendValues('status', { gatewayStatus: 'ERROR', faultCode: 'E104' })
  await expect(urgent).toHaveText('Boiler 1: Error. Burner does not ignite.')

  await page.reload()
  await expect(fault).toBeVisible()
  await field.sendValues('status', { gatewayStatus: 'ERROR', faultCode: 'G902' })
  const emergency = card.getByRole('region', { name: 'Carbon monoxide (CO) in the house' })
  await expect(emergency).toContainText('Leave the house first')
  await expect(emergency.getByRole('link', { name: 'Call 112' })).toHaveAttribute('href', 'tel:112')
  await expect(fault).toBeHidden()
  await expect(card).not.toContainText('Fault G902: ')
  await expect(urgent).toHaveText(/^Boiler 1: Error\./u)

  await field.sendValues('status', { gatewayStatus: 'WARNING', faultCode: 'X-77' })
  await expect(card.getByRole('region', { name: 'Fault X-77' })).toContainText('not described here')
  await field.sendValues('status', { gatewayStatus: 'ERROR', faultCode: '<img src=x>' })
  await expect(card.getByRole('region', { name: 'The appliance reports a fault' })).toBeVisible()
  await field.report('WORKING')
  await expect(card).toContainText('Working since')
  await expect(card.getByRole('region', { name: /fault/iu })).toHaveCount(0)
})

test('the fault links to its own page: what to do, since when, and how often', async ({ page, signIn, appliance }) => {
  const { id, field } = await appliance('ada', 'BOILER')
  await field.sendValues('status', { gatewayStatus: 'ERROR', faultCode: 'E104' })
  await signIn(page, 'ada')
  await page.goto('/appliances')
  await page.getByRole('link', { name: 'More about this fault' }).click()
  await expect(page).toHaveURL(`/appliances/${id}/faults/E104`)
  await expect(page.getByRole('heading', { level: 1, name: 'Burner does not ignite' })).toBeFocused()
  await expect(page).toHaveTitle(/^Fault/u)
  const fault = page.getByRole('region', { name: 'Burner does not ignite' })
  await expect(fault).toContainText('Press the reset button once.')
  await expect(fault).toContainText('Call the company that installed or last serviced your heating.')
  const lately = page.getByRole('region', { name: 'When it happened' })
  await expect(lately).toContainText('Reported since')
  await expect(lately).toContainText('Reported once in the last 30 days.')
  await expect(lately.getByRole('link', { name: 'History' })).toHaveAttribute('href', /history\?period=30d$/u)

  await field.report('WORKING')
  await expect(page.getByText('The appliance is not reporting this fault at the moment.')).toBeVisible()
  await expect(lately).not.toContainText('Reported since')
  await expect(lately.getByRole('listitem')).toHaveCount(1)
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.goto(`/appliances/${id}/faults/X-77`)
  await expect(page.getByRole('heading', { level: 1, name: 'Fault X-77' })).toBeVisible()
  await expect(page.getByText('This code is not described here.')).toBeVisible()
  await expect(page.getByText('Not reported in the last 30 days.')).toBeVisible()
})

test("a fault's page of a deleted appliance, or with an invalid code, says so", async ({
  page,
  signIn,
  claimable,
  claimed,
}) => {
  const foreign = await claimed('ben', claimable())
  const own = await claimed('ada', claimable())
  await signIn(page, 'ada')
  for (const id of [foreign, 'no-id']) {
    await page.goto(`/appliances/${id}/faults/E104`)
    await expect(page.getByRole('heading', { level: 1, name: 'This appliance is not in your list' })).toBeVisible()
  }
  const hostile = ['<img src=x onerror=alert(1)>', "'; drop table gateway; --", '\u202egnp', '{code}', 'E'.repeat(500)]
  for (const code of hostile) {
    await page.goto(`/appliances/${own}/faults/${encodeURIComponent(code)}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  }
  await page.goto(`/appliances/${own}/faults/${encodeURIComponent('2E/207')}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Fault 2E/207' })).toBeVisible()
})

test('a list with faults never shifts after a card is drawn, and Back restores the scroll position', async ({
  page,
  signIn,
  appliance,
}) => {
  const { field } = await appliance('ada', 'BOILER')
  await field.sendValues('status', { gatewayStatus: 'ERROR', faultCode: 'E104' })
  await signIn(page, 'ada')
  await page.addInitScript(() => {
    const shown = window as unknown as { moved: number }
    shown.moved = 0
    new PerformanceObserver((list) => {
      const isDrawn = document.querySelector('#root article') !== null
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (isDrawn && !entry.hadRecentInput) shown.moved += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/appliances')
  await expect(page.getByRole('region', { name: 'Burner does not ignite' })).toHaveCount(1)
  await expect(page.getByRole('tab')).toHaveCount(3)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.001)

  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
  await page.getByRole('link', { name: 'Info', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Info' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
})
