import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** The foot of the dialog around it; null until it is drawn, and outside of dialogs. */
export const DialogFootContext = createContext<HTMLElement | null>(null)

/** The buttons of a form inside a dialog: they are drawn at the dialog's foot, where the buttons of each dialog are. */
export function DialogFoot({ children }: { children: ReactNode }) {
  const foot = use(DialogFootContext)
  return foot && createPortal(children, foot)
}
