import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { type ChartView, isWholePeriodVisible, computeViewLengthS, moveView, zoomView } from './chart-view.ts'

/** The visible range, which gestures change within `bounds`. */
export type ZoomableView = { view: ChartView; bounds: ChartView; onView(view: ChartView): void }

const wheelStep = 1.0018
const keyStep = 1.5
const keyShare = 0.25

/**
 * Zooms and moves the view by the wheel, by two fingers, and by dragging a zoomed chart. Any other gesture scrolls the
 * page.
 */
export function useChartGestures(target: RefObject<HTMLElement | null>, gestures: ZoomableView): void {
  const latest = useRef(gestures)
  useEffect(() => {
    latest.current = gestures
  })

  useEffect(() => {
    const element = target.current
    if (!element) return undefined
    const abortController = new AbortController()
    const { signal } = abortController
    const fingers = new Map<number, number>()

    function momentAt(clientX: number): number {
      const { view } = latest.current
      const { left, width } = drawnPart(element)
      return view.from + ((clientX - left) / width) * computeViewLengthS(view)
    }

    function wheel(event: WheelEvent): void {
      const { view, bounds, onView } = latest.current
      const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
      const next = isSideways
        ? moveView(view, bounds, event.deltaX / drawnPart(element).width)
        : zoomView(view, bounds, { factor: wheelStep ** event.deltaY, at: momentAt(event.clientX) })
      if (next.from === view.from && next.to === view.to) return
      event.preventDefault()
      latest.current = { ...latest.current, view: next }
      onView(next)
    }

    function press(event: PointerEvent): void {
      if (event.button !== 0) return
      fingers.set(event.pointerId, event.clientX)
    }

    function move(event: PointerEvent): void {
      const before = fingers.get(event.pointerId)
      if (before === undefined) return
      const { view, bounds, onView } = latest.current
      const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, x]) => x)
      fingers.set(event.pointerId, event.clientX)
      const next = dragged({ view, bounds }, { before, now: event.clientX, other: others[0] })
      if (next.from === view.from && next.to === view.to) return
      latest.current = { ...latest.current, view: next }
      onView(next)
    }

    type Drag = { before: number; now: number; other: number | undefined }

    function dragged({ view, bounds }: Pick<ZoomableView, 'view' | 'bounds'>, { before, now, other }: Drag): ChartView {
      if (other === undefined) return moveView(view, bounds, (before - now) / drawnPart(element).width)
      const factor = Math.max(20, Math.abs(before - other)) / Math.max(20, Math.abs(now - other))
      return zoomView(view, bounds, { factor, at: momentAt(other) })
    }

    const release = (event: PointerEvent) => void fingers.delete(event.pointerId)
    element.addEventListener('wheel', wheel, { signal, passive: false })
    element.addEventListener('pointerdown', press, { signal })
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', release, { signal })
    window.addEventListener('pointercancel', release, { signal })
    return () => abortController.abort()
  }, [target])
}

function drawnPart(element: HTMLElement | null): DOMRect {
  return (element?.querySelector('.u-over') ?? element ?? document.body).getBoundingClientRect()
}

/** The keyboard actions of a chart. `onMove`: moves to the next (1) or the previous (-1) point. */
export type ChartKeyActions = ZoomableView & { onMove(steps: number): void }

/** Handles a key that zooms or moves the view, or that marks another point. Returns whether the chart uses this key. */
export function applyChartKey(event: KeyboardEvent, keys: ChartKeyActions): boolean {
  const { view, bounds, onView, onMove } = keys
  const middle = (view.from + view.to) / 2
  const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (side !== undefined && event.shiftKey) onView(moveView(view, bounds, side * keyShare))
  else if (side !== undefined) onMove(side)
  else if (event.key === '+' || event.key === '=') onView(zoomView(view, bounds, { factor: 1 / keyStep, at: middle }))
  else if (event.key === '-') onView(zoomView(view, bounds, { factor: keyStep, at: middle }))
  else if (event.key === 'Escape' && !isWholePeriodVisible(view, bounds)) onView(bounds)
  else if (event.key === '0') onView(bounds)
  else return false
  return true
}
