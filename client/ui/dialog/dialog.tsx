import { type ReactNode, useState } from 'react'
import { useLazyComponent } from '../loaded-part/use-lazy-component.ts'

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
  /** Whether the dialog stays open after a click on the backdrop. */
  staysOnBackdrop?: boolean
  /**
   * Whether only the buttons in `children` and `footer` close the dialog: Escape and the backdrop do not, and there is
   * no close button.
   */
  mustAnswer?: boolean
}

const loadPanel = () => import('./dialog-panel.tsx').then(({ DialogPanel }) => DialogPanel)

/** A dialog, 640 px wide, or a bottom sheet on phones. Its code is loaded when it first opens. */
export function Dialog(props: DialogProps) {
  const wasOpened = useWasEverTrue(props.isOpen)
  const panel = useLazyComponent(loadPanel, wasOpened, props.isOpen)
  return panel && <panel.Component {...props} />
}

/**
 * Returns whether `now` was true in this or any earlier rendering. A dialog stays mounted after its first opening, so
 * that the closing animation can run.
 */
export function useWasEverTrue(now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return now || was
}
