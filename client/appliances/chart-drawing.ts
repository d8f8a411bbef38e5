import { watchScheme } from '#client/ui/appearance-menu/appearance.ts'

/** The page's typeface for the marks of a chart, as a canvas takes it: that knows no custom properties. */
export function markFontOf(place: HTMLElement): string {
  return `13px ${getComputedStyle(place).fontFamily}`
}

export type Drawing = { resize(width: number): void; redraw(): void; remove(): void }

/** Keeps a drawing as wide as its place, on paper too, and in the page's colours and typeface. Answers what takes it away. */
export function keepDrawn(place: HTMLElement, { resize, redraw, remove }: Drawing): () => void {
  const sizes = new ResizeObserver(([entry]) => entry && resize(entry.contentRect.width))
  sizes.observe(place)
  const onPaper = watchPaper(() => resize(place.clientWidth))
  const stops = [onPaper, watchScheme(document, redraw), watchTypeface(document, redraw)]
  return () => {
    for (const stop of stops) stop()
    sizes.disconnect()
    remove()
  }
}

// A printer takes the sheet as it is before any size is observed again.
function watchPaper(onChange: () => void): () => void {
  const paper = window.matchMedia('print')
  paper.addEventListener('change', onChange)
  return () => paper.removeEventListener('change', onChange)
}

/** Draws again when a typeface has come: a canvas keeps the letters it was drawn with. Answers what ends it. */
export function watchTypeface({ fonts }: { fonts: EventTarget }, redraw: () => void): () => void {
  fonts.addEventListener('loadingdone', redraw)
  return () => fonts.removeEventListener('loadingdone', redraw)
}
