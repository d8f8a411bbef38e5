import { api } from '#contract/api.ts'
import type { Connection } from '#contract/appliance.ts'
import type { Claim } from '#contract/claim.ts'
import { type Subscription, units } from '#contract/push.ts'
import type { ApiCall } from '#client/api.ts'
import { callThunks } from '#client/call-thunk.ts'

/** What the appliances' effects need of the page. */
export type ApplianceParts = {
  call: ApiCall
  /** The identifier of the brand whose appliances are shown and claimed. */
  brandId: string
  /** Epoch ms. */
  now(): number
}

export const createApplianceThunk = callThunks<ApplianceParts>()

export const loadAppliances = createApplianceThunk('appliances/load', async (_: void, extra) => {
  const { call, brandId, now } = extra
  return call(api.listConnections, { query: { brand: brandId } }).then(({ items }) => ({
    connections: items,
    at: now(),
  }))
})

/** One appliance again, after something of it changed on the server. */
export const reloadAppliance = createApplianceThunk<Connection, string>('appliances/reload', async (id, extra) =>
  extra.call(api.readConnection, { params: { id }, query: { brand: extra.brandId } }),
)

export const addAppliance = createApplianceThunk<Connection, Pick<Claim, 'type' | 'credentials'>>(
  'appliances/add',
  async (claim, extra) => extra.call(api.addConnection, { body: { ...claim, brands: [extra.brandId] } }),
)

export const deleteAppliance = createApplianceThunk<void, string>('appliances/delete', async (id, extra) =>
  extra.call(api.deleteConnection, { params: { id } }),
)

/** None for no appliances, else all of them with all units. Specification 4.11. */
export const refreshSubscriptions = createApplianceThunk<void, readonly string[]>(
  'appliances/subscribe',
  async (ids, extra) => subscribe(extra.call, ids),
)

async function subscribe(call: ApiCall, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return call(api.unsubscribe)
  await call(api.subscribe, { body: { subscriptions: ids.map(toSubscription) } })
}

export function toSubscription(id: string): Subscription {
  return { resourceId: id, resourceType: 'gateway', aggregatedUnits: [...units] }
}
