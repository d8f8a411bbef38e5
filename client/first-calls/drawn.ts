import type { DrawnFor } from '#contract/first-screen.ts'

/** State of this browser and tab that the server may not know. */
export type BrowserState = DrawnFor & {
  /** Not empty if the tab stores an invitation or drafts to restore. */
  tabStorage: Pick<Storage, 'length'>
  /** The state of the history entry. When the person navigates back, cards restore their open tabs from it. */
  entry: unknown
}

/** Whether the view that the server drew is the one that this page would show. Decision 048. */
export function isDrawnForHere(
  drawnFor: DOMStringMap,
  { locale, minutesBehind, tabStorage, entry }: BrowserState,
): boolean {
  const isOurs = drawnFor['locale'] === locale && drawnFor['minutesBehind'] === String(minutesBehind)
  return isOurs && tabStorage.length === 0 && !JSON.stringify(entry).includes('"tabs"')
}
