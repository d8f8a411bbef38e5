import type { DataExport } from '#contract/data-export.ts'
import type { ExportState } from '#contract/export-states.ts'
import type { OpenFile } from '#client/api.ts'
import { formatMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CheckIcon, ClockIcon, DeleteIcon } from '#client/icons/action-icons.tsx'
import { AgainIcon } from '#client/icons/late-icons.tsx'
import { ErrorIcon } from '#client/icons/status-icons.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { Chip, type ChipTone } from '#client/ui/chip/chip.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { ProgressBar } from '#client/ui/progress-bar/progress-bar.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import styles from './data-export.module.css'
import { formatDayOf, formatDays } from './export-words.ts'
import { FileRow } from './file-row.tsx'
import { type RequestingOptions, TooManyOpen, useRequesting } from './requesting.tsx'

export type RequestCardProps = Omit<RequestListProps, 'requests'> & { request: DataExport }

/** Shows one export request: its progress, its files and its actions. Specification 15.3. */
export function RequestCard({ request, applianceId, openFile, supportMail, onRequested }: RequestCardProps) {
  const { t, locale } = useTexts()
  const now = useNow()
  const titleId = `export-${request.id}`
  const ready = request.files.filter(({ state }) => state === 'READY')
  return (
    <article className={styles.request} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h3 id={titleId}>{formatDays(request, locale)}</h3>
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
            <FileRow key={file.id} applianceId={applianceId} file={file} openFile={openFile} />
          ))}
        </ul>
      )}
      {request.state !== 'NOT_READY' && <Again request={request} {...{ applianceId, onRequested }} />}
    </article>
  )
}

/** The state of a request as text, next to its files. */
function Standing({ request, supportMail }: Pick<RequestCardProps, 'request' | 'supportMail'>) {
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
            : t('data-export.expired-on', { date: formatDayOf(expiresAt, locale) })}
        </p>
      )
    case 'READY':
      return null
  }
}

function Again({ request, ...requesting }: RequestingOptions & Pick<RequestCardProps, 'request'>) {
  const { t, locale } = useTexts()
  const { isSending, isBlocked, isRefused, send } = useRequesting(requesting)
  const { from, to, sources } = request
  return (
    <div>
      <TooManyOpen isShown={isRefused} />
      <Button
        variant="secondary"
        wide
        icon={<AgainIcon size={20} />}
        isPending={isSending}
        isDisabled={isBlocked}
        pendingLabel={t('data-export.pending')}
        onPress={() => send({ from, to, sources })}
      >
        {t('data-export.again')} <VisuallyHidden>{formatDays(request, locale)}</VisuallyHidden>
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

export type RequestListProps = RequestingOptions & {
  requests: readonly DataExport[]
  openFile: OpenFile
  supportMail: string
}

/** Lists the export requests of an appliance, newest first. */
export function RequestList({ requests, ...props }: RequestListProps) {
  return (
    <ul className={styles.list}>
      {requests.map((request) => (
        <li key={request.id}>
          <RequestCard request={request} {...props} />
        </li>
      ))}
    </ul>
  )
}
