import { type ReactNode, useState } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CloseIcon, MenuIcon } from '#client/icons/action-icons.tsx'
import { focusRegionProps } from '#client/interaction/focus-region.ts'
import styles from './shell.module.css'
import { navigationId, type NavigationProps, SideNavigation } from './side-navigation.tsx'

export type ShellProps = {
  /** The title of the portal, hidden up to 415 px. Specification 2.2. */
  title: string
  logo: ReactNode
  /** The navigation. Undefined if nobody is signed in, and on policy pages. `expected` only reserves its space. */
  navigation?: NavigationProps | 'expected' | undefined
  /** The content at the end of the header of every page. */
  headerEnd?: ReactNode
  /** The content above the page, for invitations and similar messages. */
  callout?: ReactNode
  children: ReactNode
}

const mainId = 'main'

/** The layout of each page: header, navigation, callouts and the content of the page. Specification 2.2. */
export function Shell({ title, logo, navigation, headerEnd, callout, children }: ShellProps) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const isThere = navigation !== undefined && navigation !== 'expected'
  return (
    <div className={styles.shell} data-navigation={navigation ? true : undefined}>
      <a className={styles.skip} href={`#${mainId}`}>
        {t('shell.skip')}
      </a>
      <header className={styles.header}>
        {logo}
        <p className={styles.title}>{title}</p>
        {headerEnd && <div className={styles.end}>{headerEnd}</div>}
        {isThere && <MenuToggle isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
      </header>
      {navigation === 'expected' && <div className={styles.navigation} />}
      {isThere && <SideNavigation {...navigation} isOpen={isOpen} onClose={() => setOpen(false)} />}
      <main id={mainId} className={styles.main} {...focusRegionProps}>
        <div className={styles.content}>
          <div className={styles.callout} aria-live="polite">
            {callout}
          </div>
          {children}
        </div>
      </main>
    </div>
  )
}

function MenuToggle({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const { t } = useTexts()
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={isOpen}
      aria-controls={navigationId}
      onClick={onToggle}
    >
      {isOpen ? <CloseIcon /> : <MenuIcon />}
      <span>{t('shell.menu')}</span>
    </button>
  )
}
