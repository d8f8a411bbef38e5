import { useState } from 'react'
import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { ToastRegion } from './toast-region.tsx'
import type { Toast } from './toast-region.tsx'

function Shown() {
  const [toasts, setToasts] = useState<Toast[]>([])
  const add = (kind: Toast['kind'], text: string) =>
    setToasts((now) => [...now, { id: String(performance.now()), kind, text }])
  return (
    <>
      <Button variant="secondary" onPress={() => add('success', 'The appliance was successfully added.')}>
        Succeed
      </Button>
      <Button variant="secondary" onPress={() => add('failure', 'Adding appliance failed.')}>
        Fail
      </Button>
      <ToastRegion
        label="Messages"
        closeLabel="Close"
        toasts={toasts}
        onClose={(id) => setToasts((now) => now.filter((toast) => toast.id !== id))}
      />
    </>
  )
}

export const examples: Example[] = [{ name: 'success and failure', render: () => <Shown /> }]
