import { useState } from 'react'
import type { Translate } from '#client/i18n/message-types.ts'
import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { type Toast, ToastRegion } from './toast-region.tsx'

function Shown({ t }: { t: Translate }) {
  const [toasts, setToasts] = useState<Toast[]>([
    { id: '1', kind: 'success', text: t('toast.added') },
    { id: '2', kind: 'failure', text: t('toast.add-failed') },
  ])
  const add = (kind: Toast['kind'], text: string) =>
    setToasts((now) => [...now, { id: String(performance.now()), kind, text }])
  return (
    <>
      <Button variant="secondary" onPress={() => add('success', t('toast.deleted'))}>
        {t('delete-appliance.confirm')}
      </Button>
      <Button variant="secondary" onPress={() => add('failure', t('toast.logout-failed'))}>
        {t('shell.logout')}
      </Button>
      <ToastRegion toasts={toasts} onClose={(id) => setToasts((now) => now.filter((toast) => toast.id !== id))} />
    </>
  )
}

export const examples: Example[] = [
  { name: 'success and failure', frameHeight: 360, render: ({ t }) => <Shown t={t} /> },
]
