import { useState } from 'react'
import type { Translate } from '#client/i18n/message-types.ts'
import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { Dialog } from './dialog.tsx'

function Opened({ t, staysOnBackdrop = false }: { t: Translate; staysOnBackdrop?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" onPress={() => setOpen(true)}>
        {t('terms.title')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={t('terms.title')}
        staysOnBackdrop={staysOnBackdrop}
        footer={<Button onPress={close}>{t('terms.accept')}</Button>}
      >
        {t('terms.lead')}
      </Dialog>
    </>
  )
}

export const examples: Example[] = [
  { name: 'closes by the backdrop', frameHeight: 480, render: ({ t }) => <Opened t={t} /> },
  { name: 'stays on the backdrop', frameHeight: 480, render: ({ t }) => <Opened t={t} staysOnBackdrop /> },
]
