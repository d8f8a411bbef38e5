import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** The footer element of the surrounding dialog; null until it is drawn, and outside of dialogs. */
export const DialogFootContext = createContext<HTMLElement | null>(null)

/** Draws the buttons of a form into the footer of the dialog, where all dialogs have their buttons. */
export function DialogFoot({ children }: { children: ReactNode }) {
  const foot = use(DialogFootContext)
  return foot && createPortal(children, foot)
}
