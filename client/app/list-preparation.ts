import { selectAppliances } from '#client/appliances/state/appliances-state.ts'
import { selectUser } from '#client/account/account-slice.ts'
import { longListFrom } from '#contract/many-appliances.ts'
import type { Store } from './store.ts'

/** The list is shown after this time, even if a part is still loading. */
const preparationTimeoutMs = 3_000

/** Texts are preloaded for at most this many faults; the person sees only the first ones at once. */
const maxFaults = 10

export type ListPreparationDependencies = {
  store: Store
  /** Loads the texts of these faults. */
  prepareFaults(codes: readonly string[]): Promise<unknown>
  /** Loads the additional code for long lists. */
  loadMany(): Promise<unknown>
  /** Loads the callout above the list for somebody whose address is not verified. */
  loadUnverifiedEmail(): Promise<unknown>
}

/**
 * Loads the late parts that the list shows at once. Never rejects: each component reloads anything that did not
 * arrive in time.
 */
export async function prepareList(dependencies: ListPreparationDependencies): Promise<void> {
  const { store, prepareFaults, loadMany, loadUnverifiedEmail } = dependencies
  const appliances = selectAppliances(store.getState())
  const codes = new Set(appliances.flatMap(({ fault }) => fault?.code ?? []))
  const parts = [
    ...(appliances.length >= longListFrom ? [loadMany()] : []),
    ...(selectUser(store.getState())?.unverifiedEmail === undefined ? [] : [loadUnverifiedEmail()]),
    ...(appliances.some(({ fault }) => fault !== null) ? [prepareFaults([...codes].slice(0, maxFaults))] : []),
  ]
  if (parts.length === 0) return
  await Promise.race([Promise.allSettled(parts), new Promise((resolve) => setTimeout(resolve, preparationTimeoutMs))])
}
