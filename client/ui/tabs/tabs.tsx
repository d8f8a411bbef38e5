import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CheckIcon } from '#client/icons/action-icons.tsx'
import { focusRegionProps } from '#client/interaction/focus-region.ts'
import styles from './tabs.module.css'

export type Tab = {
  id: string
  label: string
  /**
   * Whether the person has nothing left to do in this tab. If so, the tab has a check mark, and a word as its
   * description.
   */
  isSettled?: boolean
  content: ReactNode
}

export type TabsProps = {
  /** The accessible name of the list of tabs. */
  label: string
  tabs: readonly Tab[]
  selected: string
  /**
   * Called when the person chooses a tab. The tab changes only when the caller changes `selected`. Specification 2.6.
   */
  onSelect: (id: string) => void
}

/**
 * Tabs whose change the caller can prevent, to protect unsaved values. Arrow keys move the focus; Enter and Space
 * select a tab.
 *
 * The tabs of react-aria are not used, because they would be a tenth of the first view's scripts.
 */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const id = useId()
  const panelId = `${id}-panel`
  const settledId = `${id}-settled`
  const { t } = useTexts()
  return (
    <div className={styles.tabs}>
      <div className={styles.bar}>
        <div role="tablist" aria-label={label} className={styles.list}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              className={styles.tab}
              aria-selected={tab.id === selected}
              aria-controls={panelId}
              aria-describedby={tab.isSettled ? settledId : undefined}
              tabIndex={tab.id === selected ? 0 : -1}
              onKeyDown={moveFocus}
              onClick={() => tab.id !== selected && onSelect(tab.id)}
            >
              <span>{tab.label}</span>
              {tab.isSettled && <CheckIcon size={16} />}
            </button>
          ))}
        </div>
        <span id={settledId} hidden>
          {t('tab.settled')}
        </span>
      </div>
      <div
        key={selected}
        role="tabpanel"
        id={panelId}
        aria-labelledby={`${id}-${selected}`}
        className={styles.panel}
        {...focusRegionProps}
      >
        {tabs.find((tab) => tab.id === selected)?.content}
      </div>
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget.parentElement
  const all = [...(list?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
  const focusedIndex = all.indexOf(event.currentTarget)
  const next = findTabIndexAfterKey({ key: event.key, focused: focusedIndex, count: all.length })
  if (next === null) return
  event.preventDefault()
  all[next]?.focus()
}

type KeyOnTab = {
  /** The pressed key, as `KeyboardEvent.key`. */
  key: string
  /** The index of the focused tab; -1 if none is focused. */
  focused: number
  count: number
}

/**
 * Returns the index of the tab to which a key moves the focus. The first tab follows the last one. Returns null for a
 * key that does not move the focus. ARIA Authoring Practices, "Tabs".
 */
export function findTabIndexAfterKey({ key, focused, count }: KeyOnTab): number | null {
  if (focused === -1) return null
  if (key === 'ArrowRight') return (focused + 1) % count
  if (key === 'ArrowLeft') return (focused - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
