import { useState } from 'react'
import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Text = {
  open: string
  title: string
  heading?: string
  text: string
  confirm: string
  isDangerous?: boolean
}

function Asked({ open, title, heading, text, confirm, isDangerous = false }: Text) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onPress={() => setOpen(true)}>
        {open}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={title}
        heading={heading}
        confirmLabel={confirm}
        cancelLabel="Cancel"
        closeLabel="Close"
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
    render: () => (
      <Asked open="Leave" title="You have unsaved changes" text="Leave without saving changes?" confirm="Confirm" />
    ),
  },
  {
    name: 'delete appliance',
    render: () => (
      <Asked
        open="Delete"
        title="Warning"
        heading="Delete appliance"
        text="You will no longer see this appliance. If you are the owner, its address, service provider and customer support are removed too."
        confirm="Delete"
        isDangerous
      />
    ),
  },
]
