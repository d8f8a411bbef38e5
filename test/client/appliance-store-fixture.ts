import { configureStore } from '@reduxjs/toolkit'
import { applianceApi } from '#contract/appliance-api.ts'
import type { Connection } from '#contract/appliance.ts'
import { type ApiCall, CallError, type CallFailure } from '#client/api-call.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { appliancesSlice } from '#client/appliances/state/appliances-slice.ts'

type Asked = { path: string; input: unknown }

/**
 * Creates a Redux store with the appliances slice and a fake API. The keys of `answers` are 'METHOD path'. If an answer
 * is a Failure, the call fails; if it is a promise, the answer is delayed.
 */
export function createApplianceStoreFixture(answers: Record<string, unknown> = {}) {
  const asked: Asked[] = []
  const call = (async (endpoint: { method: string; path: string }, input: unknown) => {
    const key = `${endpoint.method} ${endpoint.path}`
    asked.push({ path: key, input })
    const answer = await answers[key]
    if (isFailure(answer)) throw new CallError(answer)
    return answer
  }) as unknown as ApiCall
  const store = configureStore({
    reducer: { appliances: appliancesSlice.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { call, brandId: 'cedar', now: () => 1_000, wait: async () => undefined } } }),
  })
  return { store, asked, answers }
}

function isFailure(answer: unknown): answer is CallFailure {
  return typeof answer === 'object' && answer !== null && 'kind' in answer
}

export const connectionListKey = `GET ${applianceApi.listConnections.path}`

export function connectionListOf(...items: Connection[]) {
  return { items, total: items.length }
}

export async function createLoadedApplianceStoreFixture(...items: Connection[]) {
  const applianceStoreFixture = createApplianceStoreFixture({ [connectionListKey]: connectionListOf(...items) })
  await applianceStoreFixture.store.dispatch(loadAppliances())
  return applianceStoreFixture
}
