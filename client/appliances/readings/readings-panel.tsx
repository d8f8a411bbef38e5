import { type ReactNode, useState } from 'react'
import { useSelector } from 'react-redux'
import type { ApplianceType } from '#contract/appliance.ts'
import { historyPath } from '#contract/pages.ts'
import { formatMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ChevronIcon } from '#client/icons/action-icons.tsx'
import { useControlSubjectId } from '#client/interaction/control-subject.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { useLazyComponent } from '#client/ui/loaded-part/use-lazy-component.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import { type Appliance, isWaitingForFirstReport } from '../state/appliance.ts'
import { selectAreValuesOutdated } from '../state/freshness.ts'
import { DayLinePlaceholder, DayLineSlot } from './day-line/day-line-slot.tsx'
import { assessCurrentWork, isReadingFresh, assessHeaterState, omitStaleHeaterReadings } from './current-work.ts'
import {
  describeCurrentWork,
  formatInstallerReadings,
  type FormattedReading,
  formatSetpoint,
  formatTemperatures,
} from './reading-words.ts'
import styles from './readings-panel.module.css'
import { type LatestReadings, selectReadings, type WithReadings, type Readings } from './readings-slice.ts'

export type ReadingsPanelProps = {
  appliance: Appliance
  name: string
  /** Whether the card shows the message about the claim, which says when the first values arrive. */
  isJustConnected: boolean
}

const nothing: Readings = {}

/**
 * Shows the current values of an appliance. Until the first values arrive, their space is reserved, so that nothing
 * below moves. Specification 2.6, 3.8 and 14.1.
 */
export function ReadingsPanel({ isJustConnected, ...panel }: ReadingsPanelProps) {
  const { t } = useTexts()
  const { appliance } = panel
  const now = useSelector((state: WithReadings) => selectReadings(state, appliance.id))
  const isAwaited = !now && isWaitingForFirstReport(appliance) && !isJustConnected
  const isMissing = !now && appliance.applianceStatus === 'OFFLINE'
  const note = isMissing ? t('readings.never') : isAwaited && `${t('sentence.never')} ${t('readings.none')}`
  return (
    <WholePanel {...panel} now={now}>
      {appliance.statusSince === null ? (
        <DayLinePlaceholder>{note}</DayLinePlaceholder>
      ) : (
        <DayLineSlot appliance={appliance} />
      )}
    </WholePanel>
  )
}

type WholePanelProps = Omit<ReadingsPanelProps, 'isJustConnected'> & {
  now: LatestReadings | undefined
  /** The last 24 hours, between the temperatures and the values for installers. */
  children: ReactNode
}

function WholePanel({ appliance, name, now, children }: WholePanelProps) {
  const { t, locale } = useTexts()
  const isFromNow = !useSelector(selectAreValuesOutdated) && appliance.applianceStatus !== 'OFFLINE'
  const clock = useNow()
  const isLive = now !== undefined && isFromNow && isReadingFresh(now.at, clock)
  const readings = now ? omitStaleHeaterReadings(now, appliance) : nothing
  const { applianceType: type, applianceStatus: status } = appliance
  // An offline gateway sends no values. Grey boxes would then look as if the values were still loading.
  const areBoxesGrey = !now && status !== 'OFFLINE'
  const activity = isLive ? assessCurrentWork(readings, { type, status }) : 'unknown'
  const [room, ...others] = formatTemperatures(readings, type, { t, locale })
  const isWarm = activity === 'heating' || activity === 'hot-water'
  const besides = [formatSetpoint(readings, { t, locale }), describeCurrentWork(activity, t)].filter(
    (each) => each !== null,
  )
  return (
    <section
      className={styles.panel}
      data-old={!isFromNow || undefined}
      data-warm={isWarm || undefined}
      aria-label={t('readings.title', { name })}
    >
      <div className={styles.hero}>
        <Drawing type={type} readings={readings} isLive={isLive} />
        <dl className={styles.temperatures} aria-hidden={areBoxesGrey}>
          {room && (
            <Value name={room.name} value={room.value && <Measure value={room.value} />}>
              <dd className={styles.setpoint}>
                {besides.map((words) => (
                  <span key={words}>{words}</span>
                ))}
              </dd>
            </Value>
          )}
          {others.map(({ id, ...words }) => (
            <Value key={id} {...words} />
          ))}
        </dl>
      </div>
      {children}
      <MoreValues
        values={formatInstallerReadings(readings, type, { t, locale })}
        applianceId={appliance.id}
        now={now}
      />
    </section>
  )
}

/** Shows the number large and its unit small: '21.5' and '°C'. */
function Measure({ value }: { value: string }) {
  const unitAt = value.search(/\s?°/u)
  return (
    <>
      <span>{value.slice(0, unitAt)}</span>
      <span className={styles.unit}>{value.slice(unitAt)}</span>
    </>
  )
}

type MoreValuesProps = { applianceId: string; now: LatestReadings | undefined; values: readonly FormattedReading[] }

/** Values that installers need, behind a button, with the time of measurement and the link to the history. */
function MoreValues({ applianceId, now, values }: MoreValuesProps) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.rest}>
      <div className={styles.line}>
        <Button
          variant="quiet"
          icon={<ChevronIcon size={18} />}
          isExpanded={isOpen}
          isDisabled={!now}
          onPress={() => setOpen(!isOpen)}
        >
          {t('readings.more')}
        </Button>
        <Measured now={now} />
        <HistoryLink applianceId={applianceId} />
      </div>
      {isOpen && (
        <dl className={styles.operation}>
          {values.map(({ id, ...words }) => (
            <Value key={id} {...words} />
          ))}
        </dl>
      )}
    </div>
  )
}

type ValueProps = { name: string; value: ReactNode; children?: ReactNode }

/** Shows a value with its name. If the value is unknown, shows a dash, and a text for screen readers. */
function Value({ name, value, children }: ValueProps) {
  const { t } = useTexts()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value ?? (
          <>
            <span aria-hidden="true">–</span>
            <VisuallyHidden>{t('readings.not-known')}</VisuallyHidden>
          </>
        )}
      </dd>
      {children}
    </div>
  )
}

/** Shows the time of measurement. While the values load, the text is invisible but takes the same space. */
function Measured({ now }: { now: LatestReadings | undefined }) {
  const { t, locale } = useTexts()
  const at = useNow()
  const time = formatMoment(now ? Date.parse(now.at) : at, at, locale)
  const className = now ? styles.measured : `${styles.measured} ${styles.measuring}`
  return <p className={className}>{t('readings.measured', { time })}</p>
}

function HistoryLink({ applianceId }: { applianceId: string }) {
  const { t } = useTexts()
  const card = useControlSubjectId()
  return (
    <Link href={historyPath(applianceId)} className={styles.history} describedBy={card}>
      {t('history.title')}
    </Link>
  )
}

type DrawingProps = { type: ApplianceType; readings: Readings; isLive: boolean }

/** Shows the drawing of the appliance. Its space is reserved, because the drawing loads after the values are shown. */
function Drawing({ type, readings, isLive }: DrawingProps) {
  const part = useLazyComponent(loadDrawing, true)
  const { burnerModulation = 0, compressorModulation = 0, hotWaterCharging = false } = readings
  return (
    <div className={styles.drawing}>
      {part && (
        <part.Component
          type={type}
          hasFlame={burnerModulation > 0}
          hasFan={compressorModulation > 0}
          hasWater={hotWaterCharging && assessHeaterState(readings, type) === 'on'}
          isStill={!isLive}
        />
      )}
    </div>
  )
}

const loadDrawing = () => import('#client/late-part.ts').then(({ ApplianceDrawing }) => ApplianceDrawing)
