import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Link } from '../link/link.tsx'
import styles from './shell.module.css'

export const navigationId = 'navigation'

export type NavigationItem = {
  id: string
  label: string
  icon: ReactNode
  /** The target of a link. An entry without a target calls `onPress`. */
  href?: string | undefined
  onPress?: (() => void) | undefined
  current?: boolean
}

export type NavigationProps = {
  top: readonly NavigationItem[]
  bottom: readonly NavigationItem[]
}

type SideNavigationProps = NavigationProps & { isOpen: boolean; onClose: () => void }

/**
 * The navigation. It is on the left side from 768 px, with labels next to the icons from 1024 px. Below 768 px it is
 * behind the menu button.
 */
export function SideNavigation({ top, bottom, isOpen, onClose }: SideNavigationProps) {
  const { t } = useTexts()
  const navigation = useRef<HTMLElement>(null)
  useClosing({ isOpen, navigation, onClose })
  return (
    <nav
      ref={navigation}
      id={navigationId}
      className={styles.navigation}
      aria-label={t('shell.navigation')}
      data-open={isOpen || undefined}
    >
      <ItemList items={top} onFollowed={onClose} />
      <ItemList items={bottom} onFollowed={onClose} />
    </nav>
  )
}

function ItemList({ items, onFollowed }: { items: readonly NavigationItem[]; onFollowed: () => void }) {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.id}>
          <Item item={item} onFollowed={onFollowed} />
        </li>
      ))}
    </ul>
  )
}

function Item({ item, onFollowed }: { item: NavigationItem; onFollowed: () => void }) {
  const content = (
    <>
      {item.icon}
      <span className={styles.itemLabel}>{item.label}</span>
    </>
  )
  function press() {
    onFollowed()
    item.onPress?.()
  }
  if (item.href === undefined) {
    return (
      <button type="button" className={styles.item} onClick={press}>
        {content}
      </button>
    )
  }
  return (
    <Link href={item.href} className={styles.item} current={item.current ?? false} onPress={press}>
      {content}
    </Link>
  )
}

type Closing = { isOpen: boolean; navigation: RefObject<HTMLElement | null>; onClose: () => void }

/** Closes the opened navigation by Escape, and by a press outside of the navigation and its button. */
function useClosing({ isOpen, navigation, onClose }: Closing): void {
  useEffect(() => {
    const openedNavigation = navigation.current
    if (!isOpen || !openedNavigation) return undefined
    const toggle = document.querySelector<HTMLElement>(`[aria-controls="${openedNavigation.id}"]`)
    const abortController = new AbortController()
    const { signal } = abortController

    document.addEventListener('keydown', (event) => event.key === 'Escape' && closeAndReturn(), { signal })
    document.addEventListener('pointerdown', (event) => isElsewhere(event.target) && onClose(), { signal })
    return () => abortController.abort()

    function closeAndReturn() {
      onClose()
      toggle?.focus()
    }

    function isElsewhere(target: EventTarget | null) {
      return target instanceof Node && !openedNavigation?.contains(target) && !toggle?.contains(target)
    }
  })
}
