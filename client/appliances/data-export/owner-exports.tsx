import type { DataExportList } from '#contract/data-export.ts'
import type { OpenFile } from '#client/api.ts'
import { BrokenPicture } from '#client/icons/state-pictures.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { focusPlace } from '#client/interaction/focus-place.ts'
import { useLanding } from '#client/interaction/use-landing.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { Skeleton } from '#client/ui/skeleton/skeleton.tsx'
import styles from './data-export.module.css'
import { ExportForm } from './export-form.tsx'
import { RequestList } from './request-list.tsx'
import { useDataExports } from './use-data-exports.ts'

export type OwnerExportsProps = { applianceId: string; openFile: OpenFile; supportMail: string }

/** The form and the requests, once they are loaded. */
export function OwnerExports(props: OwnerExportsProps) {
  const { t } = useTexts()
  const { list, loading, load } = useDataExports(props.applianceId)
  const { place, land } = useLanding()
  if (list === null && loading.kind === 'failed') return <NotLoaded onRetry={load} />
  if (list === null) return <Skeleton label={t('data-export.loading')} />
  return (
    <div className={styles.parts}>
      <Panel>
        <ExportForm applianceId={props.applianceId} keptFrom={list.keptFrom} onRequested={land} />
      </Panel>
      <section className={styles.requests} aria-labelledby={requestsId}>
        <h2 id={requestsId}>{t('data-export.requests')}</h2>
        {loading.kind === 'failed' && <NotRefreshed onRetry={load} />}
        <div ref={place} {...focusPlace}>
          <Requests list={list} {...props} onRequested={land} />
        </div>
      </section>
    </div>
  )
}

const requestsId = 'data-export-requests'

type RequestsProps = OwnerExportsProps & { list: DataExportList; onRequested(): void }

function Requests({ list, ...props }: RequestsProps) {
  const { t } = useTexts()
  if (list.items.length > 0) return <RequestList requests={list.items} {...props} />
  return (
    <div className={styles.none}>
      <p className={styles.noneTitle}>{t('data-export.empty')}</p>
      <p>{t('data-export.empty-text')}</p>
    </div>
  )
}

type RetryProps = { onRetry(): Promise<unknown> }

function NotLoaded({ onRetry }: RetryProps) {
  const { t } = useTexts()
  return (
    <EmptyState
      title={t('data-export.load-failed')}
      picture={<BrokenPicture />}
      action={<Button onPress={onRetry}>{t('error.try-again')}</Button>}
    >
      {t('data-export.load-failed-text')}
    </EmptyState>
  )
}

function NotRefreshed({ onRetry }: RetryProps) {
  const { t } = useTexts()
  return (
    <Callout
      tone="warning"
      action={
        <Button variant="secondary" onPress={onRetry}>
          {t('error.try-again')}
        </Button>
      }
    >
      {t('data-export.not-refreshed')}
    </Callout>
  )
}
