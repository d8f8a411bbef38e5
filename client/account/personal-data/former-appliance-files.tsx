import type { PersonalData } from '#contract/personal-data.ts'
import type { FileOpener } from '#client/api-call.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useMoments } from '#client/i18n/use-moments.ts'
import rows from '#client/styles/rows.module.css'
import { ListRow } from '#client/ui/list-row/list-row.tsx'
import { DownloadButton } from './download-button.tsx'

export type FormerApplianceFilesProps = { files: readonly PersonalData[]; openFile: FileOpener }

/**
 * Lists the exports of appliances that the person owned earlier, each with a button to download it. Specification
 * 26.7.
 */
export function FormerApplianceFiles({ files, openFile }: FormerApplianceFilesProps) {
  const { t } = useTexts()
  const { moment } = useMoments()
  return (
    <>
      <h3>{t('personal-data.former')}</h3>
      <ul className={rows.list}>
        {files.map((file) => (
          <ListRow
            key={file.fileId}
            name={file.name}
            actions={
              <div>
                <DownloadButton file={file} openFile={openFile} />
              </div>
            }
          >
            <p>{t('data-export.requested', { time: moment(file.createdAt) })}</p>
          </ListRow>
        ))}
      </ul>
    </>
  )
}
