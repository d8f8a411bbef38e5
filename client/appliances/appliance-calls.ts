import { createAsyncThunk } from '@reduxjs/toolkit'
import { api } from '#contract/api.ts'
import type { Connection } from '#contract/appliance.ts'
import type { Claim } from '#contract/claim.ts'
import { type Subscription, units } from '#contract/push.ts'
import { type ApiCall, CallError, type Failure } from '#client/api.ts'

/** What the appliances' effects need of the page. */
export type ApplianceParts = {
  call: ApiCall
  /** The identifier of the brand whose appliances are shown and claimed. */
  brandId: string
  /** Epoch ms. */
  now(): number
}

const createCall = createAsyncThunk.withTypes<{ extra: ApplianceParts; rejectValue: Failure }>()

export const loadAppliances = createCall('appliances/load', async (_: void, { extra, rejectWithValue }) => {
  const { call, brandId, now } = extra
  return call(api.listConnections, { query: { brand: brandId } })
    .then(({ items }) => ({ connections: items, at: now() }))
    .catch((error: unknown) => rejectWithValue(failureOf(error)))
})

/** One appliance again, after something of it changed on the server. */
export const reloadAppliance = createCall<Connection, string>(
  'appliances/reload',
  async (id, { extra, rejectWithValue }) =>
    extra
      .call(api.readConnection, { params: { id }, query: { brand: extra.brandId } })
      .catch((error: unknown) => rejectWithValue(failureOf(error))),
)

export const addAppliance = createCall<Connection, Pick<Claim, 'type' | 'credentials'>>(
  'appliances/add',
  async (claim, { extra, rejectWithValue }) =>
    extra
      .call(api.addConnection, { body: { ...claim, brands: [extra.brandId] } })
      .catch((error: unknown) => rejectWithValue(failureOf(error))),
)

export const deleteAppliance = createCall<void, string>('appliances/delete', async (id, { extra, rejectWithValue }) =>
  extra.call(api.deleteConnection, { params: { id } }).catch((error: unknown) => rejectWithValue(failureOf(error))),
)

/** None for no appliances, else all of them with all units. Specification 4.11. */
export const refreshSubscriptions = createCall<void, readonly string[]>(
  'appliances/subscribe',
  async (ids, { extra, rejectWithValue }) =>
    subscribe(extra.call, ids).catch((error: unknown) => rejectWithValue(failureOf(error))),
)

async function subscribe(call: ApiCall, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return call(api.unsubscribe)
  await call(api.subscribe, { body: { subscriptions: ids.map(toSubscription) } })
}

export function toSubscription(id: string): Subscription {
  return { resourceId: id, resourceType: 'gateway', aggregatedUnits: [...units] }
}

/** Why a call failed; a fault of the page itself is thrown on. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return error.failure
  throw error
}
