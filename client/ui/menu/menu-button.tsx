import { type ReactNode, useRef, useState } from 'react'
import { EllipsisIcon } from '#client/icons/action-icons.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { useLazyComponent } from '../loaded-part/use-lazy-component.ts'

export type MenuItem = {
  id: string
  label: string
  /** A line below the label with an explanation. */
  description?: string
  icon?: ReactNode
  /** The target of a link. An item without a target calls `onAction`. */
  href?: string | undefined
  onAction?: (() => void) | undefined
  isDangerous?: boolean
}

export type MenuButtonProps = {
  /** The accessible name of the button and of its menu. */
  label: string
  items: readonly MenuItem[]
}

const loadPanel = () => import('./menu-panel.tsx').then(({ MenuPanel }) => MenuPanel)

/** A context menu behind a button. The menu's code is loaded when the pointer or focus comes near. */
export function MenuButton({ label, items }: MenuButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isNear, setNear] = useState(false)
  const panel = useLazyComponent(loadPanel, isNear || isOpen, isOpen)
  return (
    <>
      <IconButton
        ref={trigger}
        label={label}
        icon={<EllipsisIcon />}
        isNamedAfterSubject
        hasPopup="menu"
        isExpanded={isOpen}
        onHoverStart={() => setNear(true)}
        onPress={() => setOpen(true)}
      />
      {panel && (
        <panel.Component label={label} items={items} triggerRef={trigger} isOpen={isOpen} onOpenChange={setOpen} />
      )}
    </>
  )
}
