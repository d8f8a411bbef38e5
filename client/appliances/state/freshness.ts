import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/**
 * Whether the page may present the shown values as current. Everything that shows an age or a colour uses this one
 * value, so that no two parts of the page disagree. Specification 14.4.
 *
 * - `live`: the server pushes each change, or the list was read less than {@link freshForMs} ago.
 * - `connecting`: the page was opened, or lost its socket, less than {@link connectingForMs} ago. The values still
 * look current, because most short gaps end on their own.
 * - `old`: the values are shown in grey with their age. `at` is when the server last answered, in epoch ms; null if
 * it never did.
 */
export type Freshness =
  | { kind: 'live' }
  | { kind: 'connecting' }
  | { kind: 'old'; at: number | null; cause: OutdatedCause }

/** `offline`: the browser has no network. `unreachable`: the last call got no answer. `silent`: any other reason. */
export type OutdatedCause = 'offline' | 'unreachable' | 'silent'

/** The values that decide the freshness. Times are in epoch ms. */
export type FreshnessEvidence = {
  isOffline: boolean
  /** Whether the server pushes each change to this page. */
  isPushed: boolean
  /** Whether the last read of the list got no answer. */
  isUnreachable: boolean
  /** When the list was last read; null before the first read. */
  listedAt: number | null
  /** When the last message or answer came from the server; null before the first one. */
  lastMessageAt: number | null
  /**
   * When the wait for the server began: when the app was opened or its socket was lost. It is earlier if the server
   * was already silent, for example while the device slept.
   */
  waitingSince: number
}

/** How long a page without socket and without a list still counts as connecting. */
export const connectingForMs = 10_000

/** How often the page reads the list while it has no socket. Specification 14.4. */
export const pollEveryMs = 60_000

/** How long a list counts as current: until the next read is due, plus the time that this read may take. */
export const freshForMs = pollEveryMs + 15_000

export function assessFreshness(evidence: FreshnessEvidence, now: number): Freshness {
  const { isOffline, isPushed, isUnreachable, lastMessageAt } = evidence
  if (isOffline) return { kind: 'old', at: lastMessageAt, cause: 'offline' }
  if (isPushed || now < listFreshUntil(evidence)) return { kind: 'live' }
  if (now < connectingUntil(evidence)) return { kind: 'connecting' }
  return { kind: 'old', at: lastMessageAt, cause: isUnreachable ? 'unreachable' : 'silent' }
}

/** Returns when the freshness next changes if no event occurs, in epoch ms; null if it does not change. */
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
 * Returns why no updates arrive, for a message to the person: `offline` or `unreachable`. Null for the cause `silent`,
 * and while the data is not old.
 */
export function selectOutage({ freshness }: WithFreshness): 'offline' | 'unreachable' | null {
  return freshness.kind === 'old' && freshness.cause !== 'silent' ? freshness.cause : null
}
