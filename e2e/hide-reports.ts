import type { Page } from '@playwright/test'
import type { Connection } from '#contract/appliance.ts'

/**
 * Makes the page show all gateways as if none of them had ever reported, because an earlier test may have used them.
 * Returns a function after whose call the page gets reports.
 */
export async function hideReports(page: Page): Promise<() => void> {
  let isHidden = true
  await page.route('**/api/2/connections?*', async (route) => {
    const response = await route.fetch()
    const { items, ...others } = (await response.json()) as { items: Connection[] }
    const unknown = { gatewayStatus: 'UNKNOWN', statusSince: null }
    await route.fulfill({ response, json: { ...others, items: items.map((each) => ({ ...each, ...unknown })) } })
  })
  await page.routeWebSocket(/\/eventbus\//u, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (!isHidden || !/resourceType\W+gateway/u.test(String(message))) socket.send(message)
    })
  })
  return () => (isHidden = false)
}
