import type { DrawnFor } from '#contract/first-screen.ts'

/** What the server may not know of this browser and this tab. */
export type Here = DrawnFor & {
  /** What the tab keeps until it is closed: an invitation, or what was typed and is to be restored. */
  tabStorage: Pick<Storage, 'length'>
  /** The state of the history's entry: who comes back finds the tabs of the cards as they were left. */
  entry: unknown
}

/** Whether the page will show what the document says that it was drawn for. Decision 059. */
export function isDrawnForHere(drawnFor: DOMStringMap, { locale, minutesBehind, tabStorage, entry }: Here): boolean {
  const isOurs = drawnFor['locale'] === locale && drawnFor['minutesBehind'] === String(minutesBehind)
  return isOurs && tabStorage.length === 0 && !JSON.stringify(entry).includes('"tabs"')
}
