import { type ReactNode, useState } from 'react'
import { useLateComponent } from '../loaded-part/use-late-component.ts'

export type DialogProps = {
  isOpen: boolean
  /** Names the dialog. */
  title: string
  /** Called by Escape, the close button and, unless refused, the backdrop. */
  onClose: () => void
  children: ReactNode
  /** Buttons at the foot: the one that does it last. */
  footer?: ReactNode
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** The backdrop does not close it. */
  staysOnBackdrop?: boolean
  /** Neither Escape nor anything but its own buttons closes it. */
  mustAnswer?: boolean
}

const loadPanel = () => import('./dialog-panel.tsx').then(({ DialogPanel }) => DialogPanel)

/** A dialog, 640 px wide, a sheet from the bottom on phones. Its code is loaded when it first opens. */
export function Dialog(props: DialogProps) {
  const wasOpened = useWasTrue(props.isOpen)
  const panel = useLateComponent(loadPanel, wasOpened)
  return panel && <panel.Component {...props} />
}

/** True from the first time on, so that what was opened can close with its motion. */
export function useWasTrue(now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return now || was
}
