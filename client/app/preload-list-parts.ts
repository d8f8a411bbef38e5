import { selectAppliances } from '#client/appliances/state/appliances-state.ts'
import { selectUser } from '#client/account/account-slice.ts'
import { minLongListLength } from '#contract/long-list.ts'
import type { Store } from './store.ts'

/** The list is shown after this time, even if a part is still loading. */
const preparationTimeoutMs = 3_000

/**
 * The texts of at most this many fault codes are preloaded, because only the first cards are visible at the same
 * time.
 */
const maxFaults = 10

export type ListPreloadDependencies = {
  store: Store
  /** Loads the texts of these fault codes. */
  prepareFaults(codes: readonly string[]): Promise<unknown>
  /** Loads the additional code for long lists. */
  loadMany(): Promise<unknown>
  /** Loads the code of the callout for a person whose email address is not verified. */
  loadUnverifiedEmail(): Promise<unknown>
}

/**
 * Loads the late parts that the list shows immediately, for at most 3 s. Never rejects, because each component loads
 * a missing part itself.
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
