import type { DrawnScreenLocale } from '#contract/first-screen.ts'

/** The state of the browser and the tab. It decides whether the app may show the view that the server drew. */
export type BrowserState = DrawnScreenLocale & {
  /** The tab's session storage. It has entries if the tab stores an invitation or drafts. */
  tabStorage: Pick<Storage, 'length'>
  /** The state of the current history entry. After the Back button, cards restore their open tabs from this state. */
  entry: unknown
}

/**
 * Whether the app would show the view that the server drew. The locale and the time zone must match, the tab's storage
 * must be empty, and no card may have an open tab to restore. Decision 048.
 */
export function isDrawnForBrowser(
  drawnFor: DOMStringMap,
  { locale, minutesBehind, tabStorage, entry }: BrowserState,
): boolean {
  const isOurs = drawnFor['locale'] === locale && drawnFor['minutesBehind'] === String(minutesBehind)
  return isOurs && tabStorage.length === 0 && !JSON.stringify(entry).includes('"tabs"')
}
