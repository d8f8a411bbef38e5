import { Fragment, useCallback } from 'react'
import { useSelector } from 'react-redux'
import { formatTimeOfDay } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ErrorIcon, WarningIcon } from '#client/icons/status-icons.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { useAnnouncedRetry } from '#client/ui/callout/use-announced-retry.ts'
import { useLazyComponent } from '#client/ui/loaded-part/use-lazy-component.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import { mergeReadings, selectReadings, type WithReadings } from '../readings-slice.ts'
import styles from './day-line.module.css'
import {
  findLineStartFraction,
  type RollingDay,
  type DayFault,
  createEndDotPath,
  type LineArea,
  createLinePath,
  computeFractionOfDay,
  findClockTicks,
  extendByLiveValues,
} from './day.ts'
import type { DayNoteProps } from './day-note.tsx'
import { formatDaySentences } from './day-sentence.ts'
import { describeDay } from './day-words.ts'
import { useDay } from './use-day.ts'

export type DayLineProps = { appliance: Appliance; isInView: boolean }

/** Draws room and outdoor temperature in the last 24 hours, with the faults. Specification 2.6. */
export function DayLine({ appliance, isInView }: DayLineProps) {
  const { id } = appliance
  const { reading, retry } = useDay(id, isInView)
  const now = useSelector((state: WithReadings) => selectReadings(state, id))
  switch (reading.kind) {
    case 'loading':
      return null
    case 'failed':
      return <DayLoadFailure onRetry={retry} />
    case 'read': {
      const { roomTemperature: room, outdoorTemperature: outdoor } = now ? mergeReadings(now) : {}
      const day = now ? extendByLiveValues(reading.day, { at: Date.parse(now.at), room, outdoor }) : reading.day
      return <DayFigure appliance={appliance} day={day} />
    }
  }
}

/**
 * Says that the day could not be loaded. Screen readers announce it after a failed retry, not when it appears, because
 * each card has a day.
 */
function DayLoadFailure({ onRetry }: { onRetry(): Promise<void> }) {
  const { t } = useTexts()
  const { retries, retry } = useAnnouncedRetry(onRetry)
  return (
    <div className={styles.quiet}>
      <p aria-live="polite">
        <span key={retries}>{t('day.failed')}</span>
      </p>
      <Button variant="quiet" pendingLabel={t('error.trying')} onPress={retry}>
        {t('error.try-again')}
      </Button>
    </div>
  )
}

/** The fraction of the day before the first value, from which a note fits in front of the lines. */
const lateBegin = 2 / 3

function DayFigure({ appliance, day }: { appliance: Appliance; day: RollingDay }) {
  const { t, locale } = useTexts()
  const begin = findLineStartFraction(day)
  const sentences = formatDaySentences(day, { t, locale })
  return (
    <div className={styles.figure}>
      <VisuallyHidden>{describeDay(day, { t, locale })}</VisuallyHidden>
      <div className={styles.caption} aria-hidden="true">
        <span>{t('day.title')}</span>
        <Legend day={day} />
      </div>
      <Marks day={day} />
      <div className={styles.plot} data-empty={begin === null || undefined}>
        <Lines day={day} />
        {(begin ?? 1) > lateBegin && <Note appliance={appliance} begin={begin} />}
      </div>
      <Hours day={day} />
      {sentences.length > 0 && (
        <p key={sentences.join(' ')} className={styles.sentences}>
          {sentences.map((sentence, index) => (
            <Fragment key={sentence}>
              {index > 0 && ' '}
              <span>{sentence}</span>
            </Fragment>
          ))}
        </p>
      )}
    </div>
  )
}

/** Loads the note on demand, because few days need it. */
function Note(props: DayNoteProps) {
  const { extend } = useTexts()
  const load = useCallback(async () => {
    const { DayNote, loadHistoryTexts } = await import('./day-note.tsx')
    await extend(loadHistoryTexts)
    return DayNote
  }, [extend])
  const part = useLazyComponent(load, true)
  return part && <part.Component {...props} />
}

const width = 1440
const height = 200

const lanes = {
  room: { width, top: 8, height: 92, minSpan: 4 },
  outdoor: { width, top: 116, height: 76, minSpan: 8 },
} satisfies Record<string, LineArea>

function Legend({ day }: { day: RollingDay }) {
  const { t } = useTexts()
  return (
    <span className={styles.legend}>
      {(['room', 'outdoor'] as const)
        .filter((line) => day[line].length > 0)
        .map((line) => (
          <span key={line} className={styles.entry}>
            <svg className={styles.sample} viewBox="0 0 24 4" width={24} height={4}>
              <path className={styles[line]} d="M0 2H24" />
            </svg>
            {t(`readings.${line}`)}
          </span>
        ))}
    </span>
  )
}

/** The fraction of the day below which the distance to the next mark leaves no space for a code. */
const closeBy = 0.16

/** An icon above the lines at the begin of each fault, with its code if there is space. */
function Marks({ day }: { day: RollingDay }) {
  return (
    <div className={styles.marks} aria-hidden="true">
      {day.faults.map((fault, index) => {
        const position = computeFractionOfDay(fault.from, day)
        const next = day.faults[index + 1]
        const hasSpace = position < 1 - closeBy && (!next || computeFractionOfDay(next.from, day) - position > closeBy)
        const FaultIcon = fault.severity === 'ERROR' ? ErrorIcon : WarningIcon
        return (
          <span key={`${fault.from} ${fault.code}`} className={styles.mark} style={{ left: `${position * 100}%` }}>
            <FaultIcon size={16} />
            {hasSpace && fault.code}
          </span>
        )
      })}
    </div>
  )
}

function Lines({ day }: { day: RollingDay }) {
  return (
    <svg
      className={styles.lines}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      focusable="false"
      aria-hidden="true"
    >
      {day.faults.map((fault) => (
        <Band key={`${fault.from} ${fault.code}`} fault={fault} day={day} />
      ))}
      {findClockTicks(day).map((at) => (
        <path key={at} className={styles.tick} d={`M${computeFractionOfDay(at, day) * width} 0V${height}`} />
      ))}
      {(['room', 'outdoor'] as const).map((line) => (
        <g key={line} className={styles[line]}>
          <path d={createLinePath(day[line], day, lanes[line])} />
          <path className={styles.end} d={createEndDotPath(day[line], day, lanes[line])} />
        </g>
      ))}
    </svg>
  )
}

/** The minimum width of a fault's band in pixels, so that short faults are visible. */
const minBandPx = 6

function Band({ fault, day }: { fault: DayFault; day: RollingDay }) {
  const begin = computeFractionOfDay(fault.from, day) * width
  const end = computeFractionOfDay(fault.to ?? day.to, day) * width
  return (
    <rect
      className={styles[fault.severity === 'ERROR' ? 'error' : 'warning']}
      x={begin}
      y={0}
      width={Math.max(minBandPx, end - begin)}
      height={height}
    />
  )
}

function Hours({ day }: { day: RollingDay }) {
  const { locale } = useTexts()
  return (
    <div className={styles.hours} aria-hidden="true">
      {findClockTicks(day).map((at) => (
        <span key={at} style={{ left: `${computeFractionOfDay(at, day) * 100}%` }}>
          {formatTimeOfDay(at, locale)}
        </span>
      ))}
    </div>
  )
}
