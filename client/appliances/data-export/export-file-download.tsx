import { useEffect, useRef, useState } from 'react'
import type { ExportFile } from '#contract/data-export.ts'
import { exportApi } from '#contract/export-api.ts'
import type { FileOpener } from '#client/api-call.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { DownloadIcon } from '#client/icons/action-icons.tsx'
import { saveFile } from '#client/save-file.ts'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { CopyButton } from '#client/ui/copy-button/copy-button.tsx'
import { Details } from '#client/ui/details/details.tsx'
import { ProgressBar } from '#client/ui/progress-bar/progress-bar.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import styles from './data-export.module.css'
import { downloadFile, DownloadError } from './download-file.ts'
import { formatDayOfMoment, formatFileSize } from './export-words.ts'

export type ExportFileDownloadProps = { applianceId: string; file: ExportFile; openFile: FileOpener }

/** Shows a file that the person can download: its content, size, expiry and checksum. */
export function ExportFileDownload(props: ExportFileDownloadProps) {
  const { t } = useTexts()
  const { file } = props
  const name = t(`data-export.source.${file.source}`)
  const transfer = useDownload(props)
  return (
    <li className={styles.file}>
      <div className={styles.fileHead}>
        <h4>{name}</h4>
        {transfer.state.kind !== 'running' && (
          <Button wide icon={<DownloadIcon size={20} />} onPress={transfer.start}>
            {t('data-export.download')} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        )}
      </div>
      <DownloadLine {...transfer} name={name} />
      <Facts file={file} />
      {file.sha256 !== null && (
        <Details label={t('details.show')} about={name}>
          <Checksum sha256={file.sha256} />
        </Details>
      )}
    </li>
  )
}

/** The progress of a download; `percent` is an integer. */
type DownloadState =
  | { kind: 'idle' }
  | { kind: 'running'; percent: number }
  | { kind: 'saved' }
  | { kind: 'failed'; reason: 'broken' | 'gone' }

type DownloadControl = { state: DownloadState; start(): void; cancel(): void }

/**
 * Returns the state of one file's download, and the functions that start and cancel the download. The download is
 * aborted when the person leaves the page.
 */
function useDownload({ applianceId, file, openFile }: ExportFileDownloadProps): DownloadControl {
  const [state, setState] = useState<DownloadState>({ kind: 'idle' })
  const person = useRef<AbortController | null>(null)
  useEffect(() => () => person.current?.abort(), [])

  async function download({ signal }: AbortController): Promise<void> {
    const bytes = file.bytes ?? 0
    const params = { applianceId, fileId: file.id }
    setState({ kind: 'running', percent: 0 })
    try {
      const whole = await downloadFile(
        {
          open: (headers, end) => openFile(exportApi.downloadDataExport, { params, headers, signal: end }),
          onBytesRead: (bytesRead) => setState((before) => withProgress(before, Math.floor((bytesRead / bytes) * 100))),
          signal,
        },
        bytes,
      )
      saveFile(whole, file.name)
      setState({ kind: 'saved' })
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error
      setState(error.reason === 'cancelled' ? { kind: 'idle' } : { kind: 'failed', reason: error.reason })
    }
  }

  return {
    state,
    start() {
      if (state.kind === 'running') return
      person.current = new AbortController()
      void download(person.current)
    },
    cancel: () => person.current?.abort(),
  }
}

/**
 * Returns the same object while the percentage is unchanged, so that React does not render again. A large file arrives
 * in thousands of pieces.
 */
function withProgress(before: DownloadState, percent: number): DownloadState {
  return before.kind === 'running' && before.percent === percent ? before : { kind: 'running', percent }
}

function DownloadLine({ state, cancel, name }: DownloadControl & { name: string }) {
  const { t } = useTexts()
  return (
    <>
      {state.kind === 'running' && (
        <div className={styles.running}>
          <ProgressBar label={t('data-export.downloading', { name })} percent={state.percent} />
          <Button variant="quiet" onPress={cancel}>
            {t('dialog.cancel')}
          </Button>
        </div>
      )}
      <p aria-live="polite" className={styles.said}>
        {state.kind === 'saved' && t('data-export.downloaded', { name })}
      </p>
      <FailureNote>{state.kind === 'failed' && t(`data-export.download.${state.reason}`)}</FailureNote>
    </>
  )
}

function Facts({ file }: { file: ExportFile }) {
  const { t, locale } = useTexts()
  const { bytes, rows, expiresAt } = file
  const facts = [
    { name: t('data-export.file.size'), value: bytes === null ? null : formatFileSize(bytes, locale) },
    { name: t('data-export.file.rows'), value: rows === null ? null : new Intl.NumberFormat(locale).format(rows) },
    { name: t('data-export.file.until'), value: expiresAt === null ? null : formatDayOfMoment(expiresAt, locale) },
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

function Checksum({ sha256 }: { sha256: string }) {
  const { t } = useTexts()
  return (
    <div className={styles.checksum}>
      <p className={styles.checksumName}>{t('data-export.file.sha256')}</p>
      <code className={styles.code}>{sha256}</code>
      <CopyButton
        text={sha256}
        label={t('data-export.file.copy')}
        copiedLabel={t('data-export.file.copied')}
        failedLabel={t('data-export.file.copy-failed')}
      />
    </div>
  )
}
