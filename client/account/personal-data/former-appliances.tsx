import type { PersonalData } from '#contract/personal-data.ts'
import type { OpenFile } from '#client/api.ts'
import { formatMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { SubjectProvider } from '#client/interaction/subject.ts'
import rows from '#client/styles/rows.module.css'
import { SaveButton } from './save-button.tsx'

export type FormerAppliancesProps = { files: readonly PersonalData[]; openFile: OpenFile }

/**
 * Lists the exports of appliances that the person owned earlier, each with a button to download it. Specification
 * 26.7.
 */
export function FormerAppliances({ files, openFile }: FormerAppliancesProps) {
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
            <SubjectProvider value={`former-${file.fileId}`}>
              <div>
                <SaveButton file={file} openFile={openFile} />
              </div>
            </SubjectProvider>
          </li>
        ))}
      </ul>
    </>
  )
}
