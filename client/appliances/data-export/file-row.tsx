import type { ExportFile } from '#contract/data-export.ts'
import type { OpenFile } from '#client/api.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { DownloadIcon } from '#client/icons/action-icons.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { CopyButton } from '#client/ui/copy-button/copy-button.tsx'
import { Details } from '#client/ui/details/details.tsx'
import { ProgressBar } from '#client/ui/progress-bar/progress-bar.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import styles from './data-export.module.css'
import { formatDayOf, formatSize } from './export-words.ts'
import { type DownloadControl, useDownload } from './use-download.ts'

export type FileRowProps = { applianceId: string; file: ExportFile; openFile: OpenFile }

/** A file that can be downloaded: what it holds, how large it is, until when, and its checksum. */
export function FileRow(props: FileRowProps) {
  const { t } = useTexts()
  const { file } = props
  const name = t(`data-export.source.${file.source}`)
  const download = useDownload(props)
  return (
    <li className={styles.file}>
      <div className={styles.fileHead}>
        <h4>{name}</h4>
        {download.state.kind !== 'running' && (
          <Button wide icon={<DownloadIcon size={20} />} onPress={download.start}>
            {t('data-export.download')} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        )}
      </div>
      <DownloadLine {...download} name={name} />
      <Facts file={file} />
      {file.sha256 !== null && (
        <Details label={t('details.show')} about={name}>
          <Checksum sha256={file.sha256} />
        </Details>
      )}
    </li>
  )
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
      {state.kind === 'failed' && (
        <Callout tone="danger" role="alert">
          {t(`data-export.download.${state.reason}`)}
        </Callout>
      )}
    </>
  )
}

function Facts({ file }: { file: ExportFile }) {
  const { t, locale } = useTexts()
  const { bytes, rows, expiresAt } = file
  const facts = [
    { name: t('data-export.file.size'), value: bytes === null ? null : formatSize(bytes, locale) },
    { name: t('data-export.file.rows'), value: rows === null ? null : new Intl.NumberFormat(locale).format(rows) },
    { name: t('data-export.file.until'), value: expiresAt === null ? null : formatDayOf(expiresAt, locale) },
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
