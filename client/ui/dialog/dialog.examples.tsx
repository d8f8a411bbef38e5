import { useState } from 'react'
import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { Dialog } from './dialog.tsx'

function Opened({ staysOnBackdrop = false }: { staysOnBackdrop?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" onPress={() => setOpen(true)}>
        Open dialog
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="Terms of Service"
        closeLabel="Close"
        staysOnBackdrop={staysOnBackdrop}
        footer={<Button onPress={close}>Accept and continue</Button>}
      >
        Please read the terms. They take effect on 7 December 2022.
      </Dialog>
    </>
  )
}

export const examples: Example[] = [
  { name: 'closes by the backdrop', render: () => <Opened /> },
  { name: 'stays on the backdrop', render: () => <Opened staysOnBackdrop /> },
]
