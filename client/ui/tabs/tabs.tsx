import type { ReactNode } from 'react'
import { Tab as AriaTab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'
import styles from './tabs.module.css'

export type Tab = { id: string; label: string; content: ReactNode }

export type TabsProps = {
  /** Names the list of tabs. */
  label: string
  tabs: readonly Tab[]
  selected: string
  /** The caller decides: a tab is left only when `selected` changes. Specification 2.6. */
  onSelect: (id: string) => void
}

/** Tabs whose choice the caller may refuse, so that a form in edit mode is not left by a slip. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      selectedKey={selected}
      onSelectionChange={(key) => {
        if (key !== selected) onSelect(String(key))
      }}
      keyboardActivation="manual"
    >
      <TabList className={styles.list ?? ''} aria-label={label}>
        {tabs.map((tab) => (
          <AriaTab key={tab.id} id={tab.id} className={styles.tab ?? ''}>
            {tab.label}
          </AriaTab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel ?? ''}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
