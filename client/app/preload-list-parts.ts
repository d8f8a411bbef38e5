import { selectAppliances } from '#client/appliances/state/appliances-state.ts'
import { selectUser } from '#client/account/account-slice.ts'
import { minLongListLength } from '#contract/long-list.ts'
import type { Store } from './store.ts'

/** The time after which the list is shown even if a part is still loading, in ms. */
const preparationTimeoutMs = 3_000

/** The maximum number of fault codes whose texts are preloaded. Only the first cards are visible without scrolling. */
const maxFaults = 10

export type ListPreloadDependencies = {
  store: Store
  /** Loads the texts of the given fault codes. */
  prepareFaults(codes: readonly string[]): Promise<unknown>
  /** Loads the additional code for long lists. */
  loadMany(): Promise<unknown>
  /** Loads the code of the callout for a person whose email address is not verified. */
  loadUnverifiedEmail(): Promise<unknown>
}

/**
 * Loads the late parts that the list shows immediately, for at most 3 s. The promise never rejects, because each
 * component loads a missing part itself.
 */
export async function preloadListParts(dependencies: ListPreloadDependencies): Promise<void> {
  const { store, prepareFaults, loadMany, loadUnverifiedEmail } = dependencies
  const appliances = selectAppliances(store.getState())
  const codes = new Set(appliances.flatMap(({ fault }) => fault?.code ?? []))
  const parts = [
    ...(appliances.length >= minLongListLength ? [loadMany()] : []),
    ...(selectUser(store.getState())?.unverifiedEmail === undefined ? [] : [loadUnverifiedEmail()]),
    ...(appliances.some(({ fault }) => fault !== null) ? [prepareFaults([...codes].slice(0, maxFaults))] : []),
  ]
  if (parts.length === 0) return
  await Promise.race([Promise.allSettled(parts), new Promise((resolve) => setTimeout(resolve, preparationTimeoutMs))])
}
