import { selectUser } from '#client/account/account-slice.ts'
import { applianceNameOf } from '#client/appliances/state/appliance.ts'
import { selectAppliances } from '#client/appliances/state/appliances-state.ts'
import { selectFreshness } from '#client/appliances/state/freshness.ts'
import type { Translation } from '#client/i18n/translation.ts'
import { deleteLastState, storeLastState, type LastState, readLastState } from '#client/service-worker/last-state.ts'
import { registerWorker } from '#client/service-worker/registration.ts'
import { selectIsSignedIn } from '#client/sign-in/session.ts'
import type { State, Store } from './store.ts'

/** The maximum number of stored appliances. Nobody reads more appliances on the offline page. */
const maxAppliances = 20
/** The pause before a write, in ms, so that values that arrive together are written once. */
const pauseMs = 2_000

type Language = Pick<Translation, 't' | 'language' | 'locale'>

export type LastStateDependencies = {
  store: Pick<Store, 'getState' | 'subscribe'>
  translation: Language
  page: Pick<Document, 'addEventListener' | 'visibilityState'>
  /** Returns the present time in epoch ms. */
  now(): number
  warn(message: string, error: unknown): void
  kept: KeptState
}

/** The functions that store the last state of the appliances. Tests replace them. */
type KeptState = {
  keepLastState(state: LastState): Promise<void>
  readLastState(now: number): Promise<LastState | null>
  deleteLastState(): Promise<void>
}

/** Registers the service worker, and stores the last state for its offline page. Specification 11.6. */
export async function startStoringLastState(dependencies: Omit<LastStateDependencies, 'kept'>): Promise<void> {
  if ((await registerWorker(document)) === 'none') return
  storeLastStateOnChange({ ...dependencies, kept: { keepLastState: storeLastState, readLastState, deleteLastState } })
}

/** Stores the last state of the appliances when it changes, while a person is signed in. */
export function storeLastStateOnChange({ store, translation, page, now, warn, kept }: LastStateDependencies): void {
  let previousValues: readonly unknown[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function keep(): void {
    const state = store.getState()
    const lastState = lastStateOf(state, translation, now())
    const write = lastState ? kept.keepLastState(lastState) : deleteOtherState(state)
    write.catch((error: unknown) => warn('The last state could not be kept', error))
  }

  /** Deletes the stored state if it belongs to another person, or if this person no longer has appliances. */
  async function deleteOtherState(state: State): Promise<void> {
    const user = selectUser(state)
    if (!user || !selectIsSignedIn(state)) return
    const before = await kept.readLastState(now())
    if (before && (before.person !== user.sub || state.appliances.list.kind === 'loaded')) await kept.deleteLastState()
  }

  function changed(): void {
    const state = store.getState()
    const next = [selectAppliances(state), selectUser(state), selectIsSignedIn(state), translation.language()]
    if (next.every((part, index) => part === previousValues[index])) return
    previousValues = next
    clearTimeout(timer)
    timer = setTimeout(keep, pauseMs)
  }

  store.subscribe(changed)
  // Also stores the state when the page is hidden. The state is up to date at this moment, so its age counts from this
  // time.
  page.addEventListener('visibilitychange', () => page.visibilityState === 'hidden' && keep())
  changed()
}

/** Returns the state to store; null if nobody is signed in, the user is not loaded or there are no appliances. */
function lastStateOf(state: State, { t, language, locale }: Language, now: number): LastState | null {
  const user = selectUser(state)
  const appliances = selectAppliances(state)
  const freshness = selectFreshness(state)
  if (!user || !selectIsSignedIn(state) || appliances.length === 0) return null
  return {
    person: user.sub,
    at: (freshness.kind === 'old' ? freshness.at : null) ?? now,
    language: language(),
    locale: locale(),
    appliances: appliances.slice(0, maxAppliances).map((appliance) => ({
      name: applianceNameOf(appliance, t),
      status: t(`appliance.status.${appliance.applianceStatus}`),
    })),
  }
}
