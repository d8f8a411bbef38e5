import { useState } from 'react'
import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

function Asked(question: Omit<ConfirmDialogProps, 'isOpen' | 'onConfirm' | 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" onPress={() => setOpen(true)}>
        {question.confirmLabel}
      </Button>
      <ConfirmDialog {...question} isOpen={isOpen} onConfirm={close} onClose={close} />
    </>
  )
}

export const examples: Example[] = [
  {
    name: 'unsaved changes',
    frameHeight: 400,
    render: ({ t }) => (
      <Asked title={t('unsaved.title')} confirmLabel={t('dialog.confirm')}>
        {t('unsaved.text')}
      </Asked>
    ),
  },
  {
    name: 'delete appliance',
    frameHeight: 480,
    render: ({ t }) => (
      <Asked
        title={t('dialog.warning')}
        heading={t('delete-appliance.heading')}
        confirmLabel={t('delete-appliance.confirm')}
        isDangerous
      >
        {t('delete-appliance.text')}
      </Asked>
    ),
  },
]
