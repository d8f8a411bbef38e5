import { lazy, Suspense, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { MoreIcon } from '#client/icons/action-icons.tsx'
import { useWasTrue } from '../dialog/dialog.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'

export type MenuItem = {
  id: string
  label: string
  icon?: ReactNode
  /** Goes there; else `onAction` runs. */
  href?: string | undefined
  onAction?: (() => void) | undefined
  isDangerous?: boolean
  isDisabled?: boolean
}

export type MenuButtonProps = {
  /** The name of the button and of its menu. */
  label: string
  items: readonly MenuItem[]
  icon?: ReactNode
}

const loadPanel = () => import('./menu-panel.tsx')
const MenuPanel = lazy(() => loadPanel().then((module) => ({ default: module.MenuPanel })))

/** A context menu behind a button. The menu's code is loaded when somebody comes near. */
export function MenuButton({ label, items, icon = <MoreIcon /> }: MenuButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const wasOpened = useWasTrue(isOpen)
  return (
    <>
      <IconButton
        ref={trigger}
        label={label}
        icon={icon}
        hasPopup="menu"
        isExpanded={isOpen}
        onHoverStart={() => void loadPanel()}
        onPress={() => setOpen(true)}
      />
      {wasOpened && (
        <Suspense fallback={null}>
          <MenuPanel label={label} items={items} triggerRef={trigger} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
