import type { Page } from '@playwright/test'
import type { Connection } from '#contract/appliance.ts'
import { type ConnectionChanges, createApiConnection } from '#test/client/api-connection.ts'
import { disableFirstAnswers } from './first-answers.ts'

// The tests create long lists of connections in the API's format, because the demo's registry has fewer gateways.

export function createTestConnection(number: number, changes: ConnectionChanges = {}): Connection {
  return createApiConnection({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    credentials: { serial: String(500_000_000 + number) },
    ...changes,
  })
}

/**
 * Creates twelve connections, newest first as from the API: the first one is Boiler 12. `changes`: changed fields by
 * the number in the title.
 */
export function createTwelveConnections(changes: Readonly<Record<number, ConnectionChanges>> = {}): Connection[] {
  return Array.from({ length: 12 }, (_, index) => createTestConnection(12 - index, changes[12 - index]))
}

export async function mockConnectionList(page: Page, items: () => readonly Connection[]): Promise<void> {
  await disableFirstAnswers(page)
  await page.route('**/api/2/connections?*', (route) =>
    route.fulfill({ json: { items: items(), total: items().length } }),
  )
  await page.route('**/api/2/subscriptions', (route) => route.fulfill({ json: { subscriptions: [] } }))
}
