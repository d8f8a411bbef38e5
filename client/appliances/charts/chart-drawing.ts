import { observeColourScheme } from '#client/ui/appearance-menu/appearance.ts'

/**
 * Returns the app's typeface as a font string for the labels of a chart, because a canvas cannot use custom
 * properties.
 */
export function readLabelFont(element: HTMLElement): string {
  return `13px ${getComputedStyle(element).fontFamily}`
}

export type ChartDrawing = { resize(width: number): void; redraw(): void; remove(): void }

/**
 * Redraws a chart for print, and when its size, the colour scheme or the typeface changes. Returns a function that
 * removes the chart.
 */
export function redrawOnChanges(element: HTMLElement, { resize, redraw, remove }: ChartDrawing): () => void {
  let frame = 0
  // Draws in the next frame. A chart with another height may add or remove a scroll bar of the page, and so change its
  // own width.
  const sizes = new ResizeObserver(([entry]) => {
    if (!entry) return
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => resize(entry.contentRect.width))
  })
  sizes.observe(element)
  const onPaper = watchPrint(() => resize(element.clientWidth))
  const stops = [onPaper, observeColourScheme(document, redraw), redrawOnTypefaceLoad(document, redraw)]
  return () => {
    for (const stop of stops) stop()
    cancelAnimationFrame(frame)
    sizes.disconnect()
    remove()
  }
}

// Redraws for print, which changes the layout without a resize event.
function watchPrint(onChange: () => void): () => void {
  const paper = window.matchMedia('print')
  paper.addEventListener('change', onChange)
  return () => paper.removeEventListener('change', onChange)
}

/**
 * Draws again when a typeface has loaded, because a canvas does not change letters that are already drawn. Returns a
 * function that ends the observation.
 */
export function redrawOnTypefaceLoad({ fonts }: { fonts: EventTarget }, redraw: () => void): () => void {
  fonts.addEventListener('loadingdone', redraw)
  return () => fonts.removeEventListener('loadingdone', redraw)
}
