import { useState } from 'react'
import { useSelector } from 'react-redux'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { type Appliance, numberedTitleOf } from '../state/appliance.ts'
import type { WithAppliances } from '../state/appliances-state.ts'
import { RenameForm } from './rename-form.tsx'
import { UnsavedChangesDialog } from '../unsaved-changes-dialog.tsx'

export { loadCardTabTexts } from '#client/i18n/late-texts.ts'

export type RenameDialogProps = { appliance: Appliance; draftKey: string; isOpen: boolean; onClose(): void }

/**
 * The dialog that names an appliance. 'Cancel' discards typed values. Escape and the close button first ask for
 * confirmation, because people press them by mistake. Specification 2.13.
 */
export function RenameDialog({ appliance, draftKey, isOpen, onClose }: RenameDialogProps) {
  const { t } = useTexts()
  const isTyped = useSelector(({ appliances }: WithAppliances) => appliances.isEditingName)
  const [isAsking, setAsking] = useState(false)

  function close() {
    setAsking(false)
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={t('rename.title', { title: numberedTitleOf(appliance, t) })}
      staysOnBackdrop
      onClose={() => (isTyped ? setAsking(true) : close())}
    >
      <RenameForm {...{ appliance, draftKey }} onClose={close} />
      {/* The question is inside the dialog, because otherwise the focus could not move to it. */}
      <UnsavedChangesDialog isOpen={isAsking} onConfirm={close} onClose={() => setAsking(false)} />
    </Dialog>
  )
}
