import type { DataExport } from '#contract/data-export.ts'
import type { ExportState } from '#contract/export-states.ts'
import type { FileOpener } from '#client/api-call.ts'
import { formatMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CheckIcon, ClockIcon, DeleteIcon } from '#client/icons/action-icons.tsx'
import { RetryIcon } from '#client/icons/late-icons.tsx'
import { ErrorIcon } from '#client/icons/status-icons.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { Chip, type ChipTone } from '#client/ui/chip/chip.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { ProgressBar } from '#client/ui/progress-bar/progress-bar.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import styles from './data-export.module.css'
import { formatDayOfMoment, formatDayRange } from './export-words.ts'
import { ExportFileDownload } from './export-file-download.tsx'
import { type UseExportRequestOptions, TooManyExportsNote, useExportRequest } from './use-export-request.tsx'

export type ExportRequestCardProps = Omit<ExportRequestListProps, 'requests'> & { request: DataExport }

/** Shows one export request: its progress, its files and its actions. Specification 15.3. */
export function ExportRequestCard({
  request,
  applianceId,
  openFile,
  supportMail,
  onRequested,
}: ExportRequestCardProps) {
  const { t, locale } = useTexts()
  const now = useNow()
  const titleId = `export-${request.id}`
  const ready = request.files.filter(({ state }) => state === 'READY')
  return (
    <article className={styles.request} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h3 id={titleId}>{formatDayRange(request, locale)}</h3>
        <div aria-live="polite">
          <ExportBadge state={request.state} />
        </div>
      </header>
      <p className={styles.muted}>
        {t('data-export.requested', { time: formatMoment(Date.parse(request.createdAt), now, locale) })}
        {' · '}
        {request.sources.map((source) => t(`data-export.source.${source}`)).join(', ')}
      </p>
      <Standing request={request} supportMail={supportMail} />
      {ready.length > 0 && (
        <ul className={styles.files}>
          {ready.map((file) => (
            <ExportFileDownload key={file.id} applianceId={applianceId} file={file} openFile={openFile} />
          ))}
        </ul>
      )}
      {request.state !== 'NOT_READY' && <Again request={request} {...{ applianceId, onRequested }} />}
    </article>
  )
}

/** The state of a request as text, next to its files. */
function Standing({ request, supportMail }: Pick<ExportRequestCardProps, 'request' | 'supportMail'>) {
  const { t, locale } = useTexts()
  const { state, progress, reason = 'failed', expiresAt } = request
  switch (state) {
    case 'NOT_READY':
      return (
        <>
          <ProgressBar label={t('data-export.progress')} percent={progress} />
          <p className={styles.muted}>{t('data-export.progress-text')}</p>
        </>
      )
    case 'ERROR':
      return (
        <Callout tone="danger" action={<Link href={`mailto:${supportMail}`}>{t('error.contact')}</Link>}>
          {t(`data-export.failure.${reason}`)}
        </Callout>
      )
    case 'EXPIRED':
      return (
        <p>
          {expiresAt === null
            ? t('data-export.expired')
            : t('data-export.expired-on', { date: formatDayOfMoment(expiresAt, locale) })}
        </p>
      )
    case 'READY':
      return null
  }
}

function Again({ request, ...requesting }: UseExportRequestOptions & Pick<ExportRequestCardProps, 'request'>) {
  const { t, locale } = useTexts()
  const { isSending, isBlocked, isRefused, sendExportRequest } = useExportRequest(requesting)
  const { from, to, sources } = request
  return (
    <div>
      <TooManyExportsNote isShown={isRefused} />
      <Button
        variant="secondary"
        wide
        icon={<RetryIcon size={20} />}
        isPending={isSending}
        isDisabled={isBlocked}
        pendingLabel={t('data-export.pending')}
        onPress={() => sendExportRequest({ from, to, sources })}
      >
        {t('data-export.again')} <VisuallyHidden>{formatDayRange(request, locale)}</VisuallyHidden>
      </Button>
    </div>
  )
}

const tones: Readonly<Record<ExportState, ChipTone>> = {
  NOT_READY: 'brand',
  READY: 'ok',
  EXPIRED: 'idle',
  ERROR: 'danger',
}

const icons = { NOT_READY: ClockIcon, READY: CheckIcon, EXPIRED: DeleteIcon, ERROR: ErrorIcon }

/** The state of a request or a file as a badge. Specification 16.4. */
function ExportBadge({ state }: { state: ExportState }) {
  const { t } = useTexts()
  const StateIcon = icons[state]
  return (
    <Chip tone={tones[state]} icon={<StateIcon size={18} />}>
      {t(`data-export.state.${state}`)}
    </Chip>
  )
}

export type ExportRequestListProps = UseExportRequestOptions & {
  requests: readonly DataExport[]
  openFile: FileOpener
  supportMail: string
}

/** Lists the export requests of an appliance, newest first. */
export function ExportRequestList({ requests, ...props }: ExportRequestListProps) {
  return (
    <ul className={styles.list}>
      {requests.map((request) => (
        <li key={request.id}>
          <ExportRequestCard request={request} {...props} />
        </li>
      ))}
    </ul>
  )
}
