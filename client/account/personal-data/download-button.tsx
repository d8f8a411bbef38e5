import { useState } from 'react'
import { accountApi } from '#contract/account-api.ts'
import type { PersonalData } from '#contract/personal-data.ts'
import type { FileOpener } from '#client/api-call.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { DownloadIcon } from '#client/icons/action-icons.tsx'
import { saveFile } from '#client/save-file.ts'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'

type Saving = 'untouched' | 'saved' | 'failed'

export type DownloadButtonProps = { file: Pick<PersonalData, 'fileId' | 'name'>; openFile: FileOpener }

/** A button that downloads a finished file. */
export function DownloadButton({ file: { fileId, name }, openFile }: DownloadButtonProps) {
  const { t } = useTexts()
  const [saving, setSaving] = useState<Saving>('untouched')

  async function save(): Promise<void> {
    try {
      const response = await openFile(accountApi.downloadPersonalData, { params: { fileId } })
      saveFile(await response.blob(), name)
      setSaving('saved')
    } catch {
      // The failure is already logged. The person can press the button again.
      setSaving('failed')
    }
  }

  return (
    <>
      <Button icon={<DownloadIcon size={20} />} pendingLabel={t('data-export.progress')} onPress={save}>
        {t('data-export.download')}
      </Button>
      {saving === 'saved' && <p>{t('personal-data.saved')}</p>}
      <FailureNote>{saving === 'failed' && t('data-export.download.broken')}</FailureNote>
    </>
  )
}
