import { startTransition, useEffect, useMemo, useOptimistic, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { minuteMs } from '#contract/durations.ts'
import { RedirectOnRender } from '#client/router/redirect-on-render.tsx'
import { useNavigate, useSearchParams } from '#client/router/router-context.ts'
import type { History } from '#contract/history.ts'
import { dataExportPath } from '#contract/pages.ts'
import { telemetryStoredSince } from '#contract/telemetry.ts'
import { formatLongDay, formatMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { DownloadIcon } from '#client/icons/action-icons.tsx'
import { ErrorPicture } from '#client/icons/state-pictures.tsx'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import { EmptyPart } from '#client/ui/empty-state/empty-part.tsx'
import { LoadFailed } from '#client/ui/empty-state/load-failed.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { Spinner, CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { ApplianceHeading, useApplianceOfPath } from '../appliance-page.tsx'
import type { Appliance } from '../state/appliance.ts'
import { selectFreshness, selectAreValuesOutdated } from '../state/freshness.ts'
import { ChartTableToggle } from '../charts/chart-table.tsx'
import { HistoryChartFigure } from './history-chart-figure.tsx'
import { HistoryFaults } from './history-faults.tsx'
import { HistoryKeyFigures } from './history-key-figures.tsx'
import { HistoryTable } from './history-table.tsx'
import styles from './history.module.css'
import { PeriodChoice } from './period-choice.tsx'
import {
  toDayInZone,
  toUtcDays,
  type HistoryPeriod,
  choosePointCount,
  parsePeriodQuery,
  type TimeSpanMs,
  computePeriodSpan,
  formatPeriodQuery,
} from './history-period.ts'
import { type HistoryLoad, type HistoryRequest, useHistory } from './use-history.ts'
import type { ChartView } from './chart-view.ts'

export { loadDataExportTexts, loadHistoryTexts } from '#client/i18n/late-texts.ts'
export { loadFaultTexts } from '#client/i18n/notice-texts.ts'

/** The history of an appliance, for all people with access to it. Specification 2.1 and 24.3. */
export function HistoryPage() {
  const { t } = useTexts()
  const age = useAge()
  const appliance = useApplianceOfPath()
  // The appliance is missing if it was removed after this page was opened.
  if (!appliance) return <RedirectOnRender to="/appliances" />
  return (
    <>
      <ApplianceHeading title={t('history.title')} appliance={appliance} more={age} />
      <ApplianceHistory key={appliance.id} appliance={appliance} />
    </>
  )
}

/** Returns the time of the last answer as text if the shown data is outdated; otherwise an empty list. */
function useAge(): readonly string[] {
  const { t, locale } = useTexts()
  const freshness = useSelector(selectFreshness)
  const now = useNow()
  if (freshness.kind !== 'old' || freshness.at === null) return []
  return [t('appliance.last-seen', { time: formatMoment(freshness.at, now, locale) })]
}

const refreshMs = 5 * minuteMs

export function ApplianceHistory({ appliance }: { appliance: Appliance }) {
  const { locale } = useTexts()
  const { period, choose } = usePeriod()
  const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'
  const [now, setNow] = useState(() => Date.now())
  const isOld = useSelector(selectAreValuesOutdated)
  const wasOld = useRef(isOld)
  const span = computePeriodSpan(period, now, timeZone)
  const request = span.from < span.to ? requestOf(appliance.id, period, { span, now, timeZone }) : null
  const load = useHistory(request)
  const shownDays = {
    from: toDayInZone(span.from, timeZone),
    to: toDayInZone(Math.max(span.from, span.to - 1), timeZone),
  }

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    // After an outage, moves the end of the range to now. The page then loads the history with the values of the
    // outage.
    if (wasOld.current && !isOld) setNow(Date.now())
    wasOld.current = isOld
  }, [isOld])

  return (
    <div className={styles.parts} data-old={isOld || undefined}>
      <PeriodChoice
        period={period}
        available={{ first: toDayInZone(telemetryStoredSince(now), timeZone), last: toDayInZone(now, timeZone) }}
        shownDays={shownDays}
        onChoose={(historyPeriod) => {
          setNow(Date.now())
          choose(historyPeriod)
        }}
      />
      <p className={styles.printedDays}>
        {formatLongDay(shownDays.from, locale)} – {formatLongDay(shownDays.to, locale)}
      </p>
      {request === null ? <NothingRecorded /> : <ReadHistory {...{ load, request, appliance, span }} />}
    </div>
  )
}

/** Returns the period in the URL. A new choice applies immediately, before the URL has changed. */
function usePeriod() {
  const navigate = useNavigate()
  const search = useSearchParams()
  const [period, setPeriod] = useOptimistic(useMemo(() => parsePeriodQuery(search), [search]))

  function choose(historyPeriod: HistoryPeriod): void {
    const replace = historyPeriod.kind === 'own' && period.kind === 'own'
    startTransition(async () => {
      setPeriod(historyPeriod)
      await navigate(`?${formatPeriodQuery(historyPeriod)}`, { replace })
    })
  }

  return { period, choose }
}

type HistoryView = { span: TimeSpanMs; now: number; timeZone: string }

function requestOf(applianceId: string, period: HistoryPeriod, { span, now, timeZone }: HistoryView): HistoryRequest {
  return {
    applianceId,
    from: new Date(span.from).toISOString(),
    to: span.to >= now ? null : new Date(span.to).toISOString(),
    points: choosePointCount(span),
    timeZone,
    period: formatPeriodQuery(period),
  }
}

type ReadHistoryProps = {
  load: HistoryLoad
  request: HistoryRequest
  appliance: Appliance
  span: TimeSpanMs
}

function ReadHistory({ load: { state, latest, retry }, ...props }: ReadHistoryProps) {
  const { t } = useTexts()
  const isOther = latest !== null && latest.request.period !== props.request.period
  if (state === 'failed' && (latest === null || isOther))
    return (
      <LoadFailed title={t('history.failed')} picture={<ErrorPicture />} onRetry={retry}>
        {t('data-export.load-failed-text')}
      </LoadFailed>
    )
  if (latest === null)
    return (
      <div className={styles.waiting} aria-busy="true">
        <CentredSpinner label={t('history.loading')} />
      </div>
    )
  return (
    <div className={styles.read} aria-busy={state === 'loading'}>
      {isOther && <OtherComes />}
      <div className={isOther ? `${styles.parts} ${styles.earlier}` : styles.parts}>
        {state === 'failed' && <FailureCallout onRetry={retry}>{t('history.failed')}</FailureCallout>}
        {isEmpty(latest.history) ? <NothingRecorded /> : <ShownHistory {...props} {...latest} />}
      </div>
    </div>
  )
}

/** Says that the history of another period is loading. */
function OtherComes() {
  const { t } = useTexts()
  return (
    <div className={styles.comes}>
      <Spinner label={t('history.loading')} size={20} />
      <span aria-hidden="true">{t('history.loading')}</span>
    </div>
  )
}

function isEmpty({ series, statuses, faults }: History): boolean {
  return statuses.length === 0 && faults.length === 0 && series.every(({ points }) => points.length === 0)
}

function NothingRecorded() {
  const { t } = useTexts()
  return <EmptyPart title={t('data-export.chart.empty')}>{t('history.empty-text')}</EmptyPart>
}

type ShownHistoryProps = Omit<ReadHistoryProps, 'load'> & { history: History }

function ShownHistory({ history, request, appliance, span }: ShownHistoryProps) {
  const { t } = useTexts()
  const bounds = useMemo(() => boundsOf(history), [history])
  return (
    <>
      <HistoryKeyFigures history={history} />
      <Panel>
        <HistoryChartFigure key={request.period} history={history} request={request} bounds={bounds} />
        <div className={styles.actions}>
          <ChartTableToggle>
            <HistoryTable history={history} />
          </ChartTableToggle>
          {appliance.service.canEditContract && (
            <LinkButton variant="secondary" icon={<DownloadIcon size={20} />} href={exportHref(appliance.id, span)}>
              {t('history.export')}
            </LinkButton>
          )}
        </div>
      </Panel>
      <section className={styles.faultPart} aria-labelledby={faultsId}>
        <h2 id={faultsId}>{t('history.faults')}</h2>
        <HistoryFaults applianceId={appliance.id} faults={history.faults} />
      </section>
    </>
  )
}

const faultsId = 'history-faults'

function exportHref(id: string, span: TimeSpanMs): string {
  return `${dataExportPath(id)}?${new URLSearchParams(toUtcDays(span)).toString()}`
}

/**
 * Returns the range that begins at the first value. With it, the owner of a new appliance does not see a mostly empty
 * year.
 */
function boundsOf({ series, statuses, from, to }: History): ChartView {
  const begins = series.flatMap(({ points: [first] }) => (first ? [first[0]] : []))
  const first = Math.min(...begins, ...statuses.slice(0, 1).map((each) => Date.parse(each.from) / 1000))
  const begin = Date.parse(from) / 1000
  return { from: Number.isFinite(first) ? Math.max(begin, first) : begin, to: Date.parse(to) / 1000 }
}
