import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { minuteMs } from '#contract/durations.ts'

/**
 * Whether the page may present the shown values as current. The parts of the page share this value, so that they do
 * not contradict each other. Specification 14.4.
 *
 * - `live`: the server pushes each change, or the page read the list less than {@link freshForMs} ago.
 * - `connecting`: the page was opened, or lost its socket, less than {@link connectingForMs} ago. The values still look
 *   current, because most connections are restored soon.
 * - `old`: the values are shown in grey with their age. `at`: the time of the server's last answer, in epoch ms; null
 *   if the server never answered.
 */
export type Freshness =
  | { kind: 'live' }
  | { kind: 'connecting' }
  | { kind: 'old'; at: number | null; cause: OutdatedCause }

/**
 * The reason why the data is outdated. `offline`: the browser has no network. `unreachable`: the last call got no
 * answer. `silent`: any other reason.
 */
export type OutdatedCause = 'offline' | 'unreachable' | 'silent'

/** The values that decide the freshness. Times are in epoch ms. */
export type FreshnessEvidence = {
  isOffline: boolean
  /** Whether the server pushes each change to this page. */
  isPushed: boolean
  /** Whether the last read of the list got no answer. */
  isUnreachable: boolean
  /** The time when the list was last read; null before the first read. */
  listedAt: number | null
  /** The time of the last message or answer of the server; null before the first one. */
  lastMessageAt: number | null
  /**
   * The time since which the page waits for the server: when the app was opened or its socket was lost. The time is
   * earlier if the server was silent before, for example while the device slept.
   */
  waitingSince: number
}

/** The time in ms during which a page without socket and without a list counts as connecting. */
export const connectingForMs = 10_000

/** The interval in ms at which a page without socket reads the list. Specification 14.4. */
export const pollEveryMs = minuteMs

/**
 * The time in ms during which a list counts as current: until the next read is due, plus the time that this read may
 * take.
 */
export const freshForMs = pollEveryMs + 15_000

export function assessFreshness(evidence: FreshnessEvidence, now: number): Freshness {
  const { isOffline, isPushed, isUnreachable, lastMessageAt } = evidence
  if (isOffline) return { kind: 'old', at: lastMessageAt, cause: 'offline' }
  if (isPushed || now < listFreshUntil(evidence)) return { kind: 'live' }
  if (now < connectingUntil(evidence)) return { kind: 'connecting' }
  return { kind: 'old', at: lastMessageAt, cause: isUnreachable ? 'unreachable' : 'silent' }
}

/**
 * Returns the next time at which the freshness may change without an event, in epoch ms; null if there is none.
 */
export function findNextFreshnessChange(evidence: FreshnessEvidence, now: number): number | null {
  if (evidence.isOffline || evidence.isPushed) return null
  const moments = [listFreshUntil(evidence), connectingUntil(evidence)].filter((moment) => moment > now)
  return moments.length === 0 ? null : Math.min(...moments)
}

function listFreshUntil({ listedAt }: FreshnessEvidence): number {
  return (listedAt ?? -Infinity) + freshForMs
}

function connectingUntil({ waitingSince }: FreshnessEvidence): number {
  return waitingSince + connectingForMs
}

export const freshnessSlice = createSlice({
  name: 'freshness',
  initialState: (): Freshness => ({ kind: 'connecting' }),
  reducers: { freshnessChanged: (_, { payload }: PayloadAction<Freshness>) => payload },
})

export const { freshnessChanged } = freshnessSlice.actions

/** The part of the store's state with the freshness. */
export type WithFreshness = { freshness: Freshness }

export function selectFreshness({ freshness }: WithFreshness): Freshness {
  return freshness
}

export function selectAreValuesOutdated({ freshness }: WithFreshness): boolean {
  return freshness.kind === 'old'
}

/**
 * Returns the reason why no updates arrive, for a message to the person: `offline` or `unreachable`. Null for the cause
 * `silent`, and while the data is current.
 */
export function selectOutage({ freshness }: WithFreshness): 'offline' | 'unreachable' | null {
  return freshness.kind === 'old' && freshness.cause !== 'silent' ? freshness.cause : null
}
