import type { PersonalData } from '#contract/personal-data.ts'
import type { FileOpener } from '#client/api-call.ts'
import { formatMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import rows from '#client/styles/rows.module.css'
import { DownloadButton } from './download-button.tsx'

export type FormerApplianceFilesProps = { files: readonly PersonalData[]; openFile: FileOpener }

/**
 * Lists the exports of appliances that the person owned earlier, each with a button to download it. Specification
 * 26.7.
 */
export function FormerApplianceFiles({ files, openFile }: FormerApplianceFilesProps) {
  const { t, locale } = useTexts()
  const now = useNow()
  return (
    <>
      <h3>{t('personal-data.former')}</h3>
      <ul className={rows.list}>
        {files.map((file) => (
          <li key={file.fileId} className={rows.row}>
            <div className={rows.words}>
              <p id={`former-${file.fileId}`}>{file.name}</p>
              <p>{t('data-export.requested', { time: formatMoment(Date.parse(file.createdAt), now, locale) })}</p>
            </div>
            <ControlSubjectProvider value={`former-${file.fileId}`}>
              <div>
                <DownloadButton file={file} openFile={openFile} />
              </div>
            </ControlSubjectProvider>
          </li>
        ))}
      </ul>
    </>
  )
}
