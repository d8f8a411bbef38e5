import { useSelector } from 'react-redux'
import { formatMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { Translate } from '#client/i18n/message-types.ts'
import { WarningIcon, WorkingIcon } from '#client/icons/status-icons.tsx'
import { focusTargetProps } from '#client/interaction/focus-region.ts'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import { selectFreshness } from '#client/appliances/state/freshness.ts'
import styles from './many.module.css'
import { countConditions } from './list-arrangement.ts'

type SummaryProps = { appliances: readonly Pick<Appliance, 'applianceStatus' | 'lastEmergency'>[] }

/**
 * Counts the appliances by condition: '2 need attention, 10 are well'. For old data, also says when the server last
 * answered. Specification 2.6.
 */
export function ConditionSummary({ appliances }: SummaryProps) {
  const { t, locale } = useTexts()
  const freshness = useSelector(selectFreshness)
  const now = useNow()
  const isOld = freshness.kind === 'old'
  const lastSeen = freshness.kind === 'old' ? freshness.at : null
  const isWell = countConditions(appliances, now).attention === 0
  return (
    <section
      className={styles.summary}
      aria-label={t('appliances.summary')}
      data-well={isWell && !isOld}
      data-old={isOld || undefined}
      {...focusTargetProps}
    >
      {isWell ? <WorkingIcon size={24} /> : <WarningIcon size={24} />}
      <p>
        {formatConditionSummary(appliances, now, t)}
        {lastSeen !== null && ` · ${t('appliance.last-seen', { time: formatMoment(lastSeen, now, locale) })}`}
      </p>
    </section>
  )
}

/** Returns the number of appliances in each condition as text: '2 need attention, 10 are well'. `now` in epoch ms. */
export function formatConditionSummary(appliances: SummaryProps['appliances'], now: number, t: Translate): string {
  const { attention, well, silent } = countConditions(appliances, now)
  if (well === appliances.length) return t('appliances.all-well', { all: well })
  const parts = [
    { id: 'appliances.attention', count: attention },
    { id: 'appliances.well', count: well },
    { id: 'appliances.silent', count: silent },
  ] as const
  return parts
    .filter(({ count }) => count > 0)
    .map(({ id, count }) => t(id, { count }))
    .join(', ')
}
