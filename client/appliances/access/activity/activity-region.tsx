import type { ActivityEntry } from '#contract/activity.ts'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import { formatTimeOfDay, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import layout from '#client/styles/layout.module.css'
import text from '#client/styles/text.module.css'
import { describeActivityEntry, actorNameOf, formatActivityDayHeading } from './activity-words.ts'
import { type UseActivityResult, useActivity } from './use-activity.ts'
import styles from './activity-region.module.css'

const headingId = 'what-happened'

export type ActivityRegionProps = {
  appliance: Appliance
  /** The name of the brand. The app also uses it as the name of the customer support. */
  brandName: string
}

/** Shows the activity of an appliance to its owner and co-owners. Specification 26.8. */
export function ActivityRegion({ appliance, brandName }: ActivityRegionProps) {
  const { t } = useTexts()
  const activity = useActivity(appliance)
  const { items, failed, read } = activity
  return (
    <section className={layout.stack} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('activity.title')}</h2>
      {failed === 'newest' && <FailureCallout onRetry={read}>{t('access.load-failed')}</FailureCallout>}
      {items === null ? (
        failed === null && <CentredSpinner label={t('access.loading')} />
      ) : (
        <Panel>
          <p className={text.small}>{t('activity.lead')}</p>
          {items.length === 0 ? <p>{t('activity.empty')}</p> : <EntriesByDay entries={items} brandName={brandName} />}
          {activity.hasMore && <Older {...activity} />}
          <p className={text.small}>{t('activity.why')}</p>
        </Panel>
      )}
    </section>
  )
}

function EntriesByDay({ entries, brandName }: { entries: readonly ActivityEntry[]; brandName: string }) {
  const { t, locale } = useTexts()
  const now = useNow()
  const days = entries.map(({ at }) => formatActivityDayHeading(Date.parse(at), now, locale))
  return (
    <ul className={styles.list} aria-labelledby={headingId}>
      {entries.map((entry, index) => (
        <li key={entry.id}>
          {days[index] !== days[index - 1] && <h3 className={styles.day}>{days[index]}</h3>}
          <p className={styles.entry}>
            <span className={styles.meta}>
              <time dateTime={entry.at}>{formatTimeOfDay(Date.parse(entry.at), locale)}</time>{' '}
              <span className={styles.actor}>{actorNameOf(entry.actor, { t, brandName })}</span>
            </span>{' '}
            <span>{describeActivityEntry(entry, { t, locale, brandName })}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

function Older({ failed, readOlder }: UseActivityResult) {
  const { t } = useTexts()
  return (
    <div className={styles.older}>
      {failed === 'older' && <p role="alert">{t('access.load-failed')}</p>}
      <Button variant="secondary" pendingLabel={t('access.loading')} onPress={readOlder}>
        {t('activity.more')}
      </Button>
    </div>
  )
}
