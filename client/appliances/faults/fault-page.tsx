import type { ReactNode } from 'react'
import type { BrandSettings } from '#brands/brand.ts'
import { type FaultDescription, toFaultCode } from '#contract/faults.ts'
import type { HistoryFaultPeriod } from '#contract/history.ts'
import { formatDatedMoment, formatMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { NotFoundPicture } from '#client/icons/not-found-picture.tsx'
import { Callout, FailureCallout } from '#client/ui/callout/callout.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { Skeleton } from '#client/ui/skeleton/skeleton.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { ApplianceHeading, useApplianceOfPath } from '../appliance-page.tsx'
import type { Appliance, ApplianceFault } from '../state/appliance.ts'
import { useFaultDescription } from './fault-catalogue.ts'
import { FaultContact, chooseFirstCallee, MainCallLink } from './fault-contact.tsx'
import styles from './fault-page.module.css'
import { FaultRegion } from './fault-panel.tsx'
import { type FaultOccurrences, useFaultOccurrences } from './fault-occurrences.ts'
import { faultWordsOf } from '#contract/fault-words.ts'
import { historyPath } from '#contract/pages.ts'

export { loadFaultTexts } from '#client/i18n/notice-texts.ts'
import { usePathParams } from '#client/router/router-context.ts'
import text from '#client/styles/text.module.css'

type Brand = Pick<BrandSettings, 'name' | 'supportPhone'>

/** The page of one fault of an appliance. Emails and push messages link to it. Specification 2.1 and 22.6. */
export function FaultPage({ brand, notFound }: { brand: Brand; notFound: ReactNode }) {
  const code = toFaultCode(usePathParams()['code'])
  const appliance = useApplianceOfPath()
  if (code === null) return notFound
  if (!appliance) return <Gone />
  return <FaultOfAppliance key={`${appliance.id} ${code}`} {...{ brand, appliance, code }} />
}

/** Shown if the person has no access to the appliance, for example after a link in an old email. */
function Gone() {
  const { t } = useTexts()
  return (
    <EmptyState
      headingLevel={1}
      title={t('fault.page.gone')}
      picture={<NotFoundPicture />}
      action={<LinkButton href="/appliances">{t('shell.back-to-appliances')}</LinkButton>}
    >
      {t('fault.page.gone-text')}
    </EmptyState>
  )
}

function FaultOfAppliance({ brand, appliance, code }: { brand: Brand; appliance: Appliance; code: string }) {
  const { t } = useTexts()
  const isThere = appliance.fault?.code === code
  const { reading, retry } = useFaultDescription(code)
  const times = useFaultOccurrences(appliance.id, code, isThere)
  if (reading.kind === 'loading') return <Skeleton label={t('fault.page.loading')} cards={1} hasHeading />
  const description = reading.kind === 'read' ? reading.description : null
  const faultPeriods = times.answer.kind === 'there' ? times.answer.value.shown : []
  const fault = isThere && appliance.fault ? appliance.fault : pastFault(code, faultPeriods, description)
  const words = faultWordsOf(fault, description, t)
  const callee = isThere && !words.emergency ? chooseFirstCallee(appliance.service, brand) : null
  const contactPosition = callee ? 'below-call' : 'first'
  return (
    <>
      <ApplianceHeading title={words.title} appliance={appliance} />
      {/* In an emergency the instructions come first, even after the emergency is over. So this message is omitted. */}
      {!isThere && !words.emergency && (
        <div className={styles.over}>
          <Callout>{t('fault.page.over')}</Callout>
        </div>
      )}
      <FaultRegion
        words={words}
        fault={fault}
        isOffline={isThere && appliance.applianceStatus === 'OFFLINE'}
        page={isThere ? 'page' : 'page-of-past'}
        call={callee && <MainCallLink callee={callee} />}
      >
        {reading.kind === 'failed' && <FailureCallout onRetry={retry}>{t('fault.failed')}</FailureCallout>}
        <FaultContact
          service={appliance.service}
          brand={brand}
          position={words.emergency ? 'afterwards' : contactPosition}
        />
      </FaultRegion>
      <Panel>
        <section className={styles.lately} aria-labelledby={latelyId}>
          <h2 id={latelyId}>{t('fault.page.lately')}</h2>
          {!isThere && words.emergency && <p>{t('fault.page.over.emergency')}</p>}
          <Lately {...times} />
          <p>
            <Link href={`${historyPath(appliance.id)}?period=30d`}>{t('history.title')}</Link>
          </p>
        </section>
      </Panel>
    </>
  )
}

const latelyId = 'fault-lately'

/**
 * Returns the fault as it was when it last occurred. The severity comes from the last occurrence, otherwise from the
 * catalogue.
 */
function pastFault(
  code: string,
  faultPeriods: readonly HistoryFaultPeriod[],
  description: FaultDescription | null,
): ApplianceFault {
  return { code, severity: faultPeriods[0]?.severity ?? description?.severity ?? null }
}

function Lately({ answer, retry }: ReturnType<typeof useFaultOccurrences>) {
  const { t } = useTexts()
  switch (answer.kind) {
    case 'loading':
      return <CentredSpinner label={t('fault.page.loading')} />
    case 'failed':
      return <FailureCallout onRetry={retry}>{t('fault.page.failed')}</FailureCallout>
    case 'there':
      return <Times {...answer.value} />
  }
}

function Times({ count, shown }: FaultOccurrences) {
  const { t, locale } = useTexts()
  const now = useNow()
  const written = (moment: string) => formatDatedMoment(Date.parse(moment), now, locale)
  // Formats the end of a period. The end shows a date only if it is on another day than the start.
  const endOf = (from: string, to: string) => formatMoment(Date.parse(to), Date.parse(from), locale)
  const [newest] = shown
  if (!newest) return <p>{t('fault.page.none')}</p>
  return (
    <>
      {newest.to === null && <p className={text.strong}>{t('fault.page.now', { time: written(newest.from) })}</p>}
      <p>{t('fault.page.count', { count })}</p>
      <ul className={styles.times}>
        {shown.map(({ from, to }) => (
          <li key={from}>
            {to === null
              ? t('fault.page.period-now', { from: written(from) })
              : t('fault.page.period', { from: written(from), to: endOf(from, to) })}
          </li>
        ))}
      </ul>
    </>
  )
}
