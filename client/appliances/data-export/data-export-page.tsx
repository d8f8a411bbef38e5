import { useCallback, useEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import type { BrandSettings } from '#brands/brand.ts'
import type { DataExportList } from '#contract/data-export.ts'
import type { FileOpener } from '#client/api-call.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { LockIcon } from '#client/icons/action-icons.tsx'
import { ErrorPicture } from '#client/icons/state-pictures.tsx'
import { focusRegionProps, useFocusTarget } from '#client/interaction/focus-region.ts'
import { RedirectOnRender } from '#client/router/redirect-on-render.tsx'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import { EmptyPart } from '#client/ui/empty-state/empty-part.tsx'
import { LoadFailed } from '#client/ui/empty-state/load-failed.tsx'
import { Note } from '#client/ui/note/note.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { Skeleton } from '#client/ui/skeleton/skeleton.tsx'
import { ApplianceHeading, useApplianceOfPath } from '../appliance-page.tsx'
import { applianceNameOf } from '../state/appliance.ts'
import { selectIsPolling, type WithAppliances } from '../state/appliances-state.ts'
import styles from './data-export.module.css'
import {
  type ApplianceExports,
  loadDataExports,
  selectDataExports,
  type WithDataExports,
} from './data-exports-slice.ts'
import { ExportForm } from './export-form.tsx'
import { ExportRequestList } from './export-request-card.tsx'

export { loadDataExportTexts } from '#client/i18n/late-texts.ts'

export type DataExportPageProps = { openFile: FileOpener; brand: Pick<BrandSettings, 'supportMail'> }

/**
 * The page with the exports of an appliance under the EU Data Act. A person who may not change the appliance sees only
 * a note. Specification 2.1 and 15.5.
 */
export function DataExportPage({ openFile, brand }: DataExportPageProps) {
  const { t } = useTexts()
  const appliance = useApplianceOfPath()
  // The appliance is missing if it was removed elsewhere after this page was opened.
  if (!appliance) return <RedirectOnRender to="/appliances" />
  const { id, credentials } = appliance
  const title = t('data-export.title')
  if (!appliance.service.canEditContract)
    return (
      <>
        <ApplianceHeading title={title} appliance={appliance} />
        <Note icon={<LockIcon size={20} />}>{t('data-export.owner-only')}</Note>
      </>
    )
  const lead = t('data-export.lead', { name: applianceNameOf(appliance, t), serial: credentials.serial })
  return (
    <>
      <ApplianceHeading title={title} appliance={appliance} lead={lead} />
      <OwnerExports key={id} applianceId={id} openFile={openFile} supportMail={brand.supportMail} />
    </>
  )
}

type OwnerExportsProps = { applianceId: string; openFile: FileOpener; supportMail: string }

/** The form and the requests, once the requests are loaded. */
function OwnerExports(props: OwnerExportsProps) {
  const { t } = useTexts()
  const { list, loading, load } = useDataExports(props.applianceId)
  const { region, moveFocus } = useFocusTarget()
  if (list === null && loading.kind === 'failed')
    return (
      <LoadFailed title={t('data-export.load-failed')} picture={<ErrorPicture />} onRetry={load}>
        {t('data-export.load-failed-text')}
      </LoadFailed>
    )
  if (list === null) return <Skeleton label={t('data-export.loading')} />
  return (
    <div className={styles.parts}>
      <Panel>
        <ExportForm applianceId={props.applianceId} keptFrom={list.keptFrom} onRequested={moveFocus} />
      </Panel>
      <section className={styles.requests} aria-labelledby={requestsId}>
        <h2 id={requestsId}>{t('data-export.requests')}</h2>
        {loading.kind === 'failed' && <FailureCallout onRetry={load}>{t('data-export.not-refreshed')}</FailureCallout>}
        <div ref={region} {...focusRegionProps}>
          <Requests list={list} {...props} onRequested={moveFocus} />
        </div>
      </section>
    </div>
  )
}

const requestsId = 'data-export-requests'

type RequestsProps = OwnerExportsProps & { list: DataExportList; onRequested(): void }

function Requests({ list, ...props }: RequestsProps) {
  const { t } = useTexts()
  if (list.items.length > 0) return <ExportRequestList requests={list.items} {...props} />
  return <EmptyPart title={t('data-export.empty')}>{t('data-export.empty-text')}</EmptyPart>
}

/** The pause between two reads of the list, in ms, while an export is being made and the socket is down. */
const pollEveryMs = 10_000

type DataExportsControl = Pick<ApplianceExports, 'list' | 'loading'> & { load(): Promise<unknown> }

/**
 * Reads the requests of an appliance when the page opens. While the socket is down and an export is being made, reads
 * the requests repeatedly.
 */
function useDataExports(applianceId: string): DataExportsControl {
  const dispatch = useCallDispatch()
  const { list, loading } = useSelector((state: WithDataExports) => selectDataExports(state, applianceId))
  const isDown = useSelector((state: WithAppliances) => selectIsPolling(state))
  const wasDown = useRef(isDown)
  const load = useCallback(() => dispatch(loadDataExports(applianceId)), [dispatch, applianceId])
  const isOpen = list?.items.some(({ state }) => state === 'NOT_READY') ?? false

  useEffect(() => void load(), [load])

  useEffect(() => {
    // Reads the list again after an outage, because the page missed the changes during the outage.
    if (wasDown.current && !isDown) void load()
    wasDown.current = isDown
    if (!isDown || !isOpen) return undefined
    const timer = setInterval(() => void load(), pollEveryMs)
    return () => clearInterval(timer)
  }, [isDown, isOpen, load])

  return { list, loading, load }
}
