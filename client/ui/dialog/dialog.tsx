import { type ReactNode, useState } from 'react'
import { useLateComponent } from '../loaded-part/use-late-component.ts'

export type DialogProps = {
  isOpen: boolean
  /** The title, which is also the accessible name. */
  title: string
  /** Called by Escape, the close button and, unless `staysOnBackdrop` is set, the backdrop. */
  onClose: () => void
  children: ReactNode
  /** Buttons at the foot; the main action comes last. */
  footer?: ReactNode
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** Whether a click on the backdrop does not close the dialog. */
  staysOnBackdrop?: boolean
  /** Whether only its own buttons close the dialog, not even Escape. */
  mustAnswer?: boolean
}

const loadPanel = () => import('./dialog-panel.tsx').then(({ DialogPanel }) => DialogPanel)

/** A dialog, 640 px wide, a bottom sheet on phones. Its code is loaded when it first opens. */
export function Dialog(props: DialogProps) {
  const wasOpened = useWasTrue(props.isOpen)
  const panel = useLateComponent(loadPanel, wasOpened, props.isOpen)
  return panel && <panel.Component {...props} />
}

/** Stays true after the first time, so that the closing animation can run. */
export function useWasTrue(now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return now || was
}
