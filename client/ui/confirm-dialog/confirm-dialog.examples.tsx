import { useState } from 'react'
import type { Translate } from '#client/i18n/text.ts'
import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Question = { title: string; heading?: string; text: string; confirm: string; isDangerous?: boolean }

function Asked({ t, title, heading, text, confirm, isDangerous = false }: Question & { t: Translate }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onPress={() => setOpen(true)}>
        {confirm}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={title}
        heading={heading}
        confirmLabel={confirm}
        cancelLabel={t('dialog.cancel')}
        closeLabel={t('dialog.close')}
        isDangerous={isDangerous}
        onConfirm={() => setOpen(false)}
        onClose={() => setOpen(false)}
      >
        {text}
      </ConfirmDialog>
    </>
  )
}

export const examples: Example[] = [
  {
    name: 'unsaved changes',
    frameHeight: 400,
    render: ({ t }) => (
      <Asked t={t} title={t('unsaved.title')} text={t('unsaved.text')} confirm={t('dialog.confirm')} />
    ),
  },
  {
    name: 'delete appliance',
    frameHeight: 480,
    render: ({ t }) => (
      <Asked
        t={t}
        title={t('dialog.warning')}
        heading={t('delete-appliance.heading')}
        text={t('delete-appliance.text')}
        confirm={t('delete-appliance.confirm')}
        isDangerous
      />
    ),
  },
]
