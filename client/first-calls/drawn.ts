import type { DrawnFor } from '#contract/first-screen.ts'

/** The state of this browser and tab that decides whether the drawn view fits. */
export type BrowserState = DrawnFor & {
  /** The tab's storage; it has entries if the tab stores an invitation or drafts. */
  tabStorage: Pick<Storage, 'length'>
  /** The state of the history entry. After Back, cards restore their open tabs from it. */
  entry: unknown
}

/**
 * Whether the page would show the same view as the server drew: same locale and time zone, an empty tab storage, and no
 * open tabs of cards to restore. Decision 048.
 */
export function isDrawnForHere(
  drawnFor: DOMStringMap,
  { locale, minutesBehind, tabStorage, entry }: BrowserState,
): boolean {
  const isOurs = drawnFor['locale'] === locale && drawnFor['minutesBehind'] === String(minutesBehind)
  return isOurs && tabStorage.length === 0 && !JSON.stringify(entry).includes('"tabs"')
}
