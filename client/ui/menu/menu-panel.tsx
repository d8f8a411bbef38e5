import { type RefObject, useEffect, useRef } from 'react'
import { RouterProvider } from 'react-aria-components'
import { Menu, MenuItem as AriaMenuItem } from 'react-aria-components/Menu'
import { Text } from 'react-aria-components/Text'
import { Popover } from 'react-aria-components/Popover'
import { useNavigate } from '#client/router/router-context.ts'
import popover from '#client/styles/popover.module.css'
import type { MenuItem } from './menu-button.tsx'
import styles from './menu.module.css'

export type MenuPanelProps = {
  label: string
  items: readonly MenuItem[]
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/**
 * The menu, which `MenuButton` loads on demand. The menu itself focuses its first item: on a native button, react-aria
 * mistakes Enter and Space for the click of a screen reader, and would focus the whole menu or nothing.
 */
export function MenuPanel({ label, items, triggerRef, isOpen, onOpenChange }: MenuPanelProps) {
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const frame = requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [isOpen])
  return (
    <RouterProvider navigate={(path) => void navigate(path)}>
      <Popover
        className={`${popover.popover} ${styles.popover}`}
        triggerRef={triggerRef}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        aria-label={label}
        placement="bottom end"
        offset={4}
      >
        <div ref={list}>
          <Menu className={styles.menu ?? ''} aria-label={label} autoFocus="first" onClose={() => onOpenChange(false)}>
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </Menu>
        </div>
      </Popover>
    </RouterProvider>
  )
}

function Item({ item }: { item: MenuItem }) {
  return (
    <AriaMenuItem
      id={item.id}
      textValue={item.label}
      className={[styles.item, item.isDangerous && styles.danger].filter(Boolean).join(' ')}
      onAction={() => item.onAction?.()}
      {...(item.href !== undefined && { href: item.href })}
    >
      {item.icon}
      <span className={styles.words}>
        <Text slot="label">{item.label}</Text>
        {item.description !== undefined && (
          <Text slot="description" className={styles.description ?? ''}>
            {item.description}
          </Text>
        )}
      </span>
    </AriaMenuItem>
  )
}
