import { type ReactNode, useState } from 'react'
import { useLazyComponent } from '../loaded-part/use-lazy-component.ts'

export type DialogProps = {
  isOpen: boolean
  /** The title, which is also the accessible name. */
  title: string
  /** Called by Escape and the close button; also by the backdrop, unless `staysOnBackdrop` is set. */
  onClose: () => void
  children: ReactNode
  /** The buttons at the foot of the dialog; the main action is the last one. */
  footer?: ReactNode
  /** The ARIA role. Use `alertdialog` for a question that the person must answer. */
  role?: 'dialog' | 'alertdialog'
  /** Whether the dialog stays open after a click on the backdrop. */
  staysOnBackdrop?: boolean
  /**
   * Whether only the buttons in `children` and `footer` close the dialog. Escape and the backdrop then have no effect,
   * and there is no close button.
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
 * Returns whether `now` is true in this rendering or was true in an earlier one. A dialog stays mounted after its first
 * opening, so that the closing animation can run.
 */
export function useWasEverTrue(now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return now || was
}
