import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
// oxlint-disable-next-line import/no-unassigned-import -- the library needs its own CSS classes
import 'uplot/dist/uPlot.min.css'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { redrawOnChanges } from '../charts/chart-drawing.ts'
import chart from '../charts/chart.module.css'
import { ChartTooltip } from './chart-tooltip.tsx'
import {
  type HistoryChartDrawing,
  type HistoryChartData,
  drawHistoryChart,
  computeTimePositionPx,
} from './draw-history-chart.ts'
import styles from './history.module.css'
import { type PointTexts, joinPointTexts } from './point-words.ts'
import { type ZoomableView, applyChartKey, useChartGestures } from './use-chart-gestures.ts'

export type HistoryDrawingProps = {
  shown: HistoryChartData
  gestures: ZoomableView
  said: PointTexts | null
  index: number | null
  width: number
  /** Called with the time of a point, in epoch seconds. */
  onPoint(at: number | null): void
  onWidth(width: number): void
}

/** The chart's drawing, which is also a slider that moves from point to point. */
export function HistoryDrawing({ shown, gestures, said, index, width, onPoint, onWidth }: HistoryDrawingProps) {
  const { t } = useTexts()
  const hint = useId()
  const container = useRef<HTMLDivElement>(null)
  const drawnHistory = useDrawnHistory(container, { shown, onPoint, onWidth })
  useChartGestures(container, gestures)

  function press(event: KeyboardEvent): void {
    const last = shown.columns.at.length - 1
    const onMove = (steps: number) => {
      const next = Math.max(0, Math.min(last, index === null ? last : index + steps))
      onPoint(shown.columns.at[next] ?? null)
      drawnHistory.current?.mark(next)
    }
    if (applyChartKey(event, { ...gestures, onMove })) event.preventDefault()
  }

  const at = index === null ? undefined : shown.columns.at[index]
  const last = shown.columns.at.length - 1
  const control = { ...slider, onKeyDown: press, onBlur: () => onPoint(null) }
  return (
    <div className={styles.drawingPart}>
      <div
        ref={container}
        className={`${chart.drawing} ${styles.drawing}`}
        {...control}
        aria-label={t('history.chart')}
        aria-describedby={hint}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={index ?? Math.max(0, last)}
        aria-valuetext={said ? joinPointTexts(said) : t('history.whole')}
      />
      {said && at !== undefined && (
        <ChartTooltip said={said} left={computeTimePositionPx(at, shown.view, width)} width={width} />
      )}
      <p id={hint} className={chart.hint}>
        {t('history.hint')}
      </p>
    </div>
  )
}

/** The slider is not a native input, because a native input cannot contain a picture. */
const slider = { role: 'slider', tabIndex: 0 } as const

type Drawn = Pick<HistoryDrawingProps, 'shown' | 'onPoint' | 'onWidth'>

function useDrawnHistory(
  container: RefObject<HTMLDivElement | null>,
  wantedDrawing: Drawn,
): RefObject<HistoryChartDrawing | null> {
  const drawing = useRef<HistoryChartDrawing>(null)
  const draw = useEffectEvent((element: HTMLElement) => {
    const { shown, onPoint, onWidth } = wantedDrawing
    const historyChartDrawing = drawHistoryChart({ container: element, shown, onPoint })
    drawing.current = historyChartDrawing
    return redrawOnChanges(element, {
      resize: (width) => {
        historyChartDrawing.resize(width)
        onWidth(width)
      },
      redraw: historyChartDrawing.redraw,
      remove: () => {
        drawing.current = null
        historyChartDrawing.remove()
      },
    })
  })

  useEffect(() => (container.current ? draw(container.current) : undefined), [container])

  useEffect(() => drawing.current?.show(wantedDrawing.shown), [wantedDrawing.shown])
  return drawing
}
