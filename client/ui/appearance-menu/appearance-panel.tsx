import { type ReactNode, type RefObject, useId, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { type Appearance, appearances } from '#contract/appearance.ts'
import { LanguageMenu } from '#client/i18n/language-menu.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { DarkSchemeIcon, LightSchemeIcon, SystemSchemeIcon } from '#client/icons/late-icons.tsx'
import popover from '#client/styles/popover.module.css'
import { appearanceOfPage, applyAppearance } from './appearance.ts'
import type { AppearanceMenuProps } from './appearance-menu.tsx'
import styles from './appearance-menu.module.css'

export type AppearancePanelProps = AppearanceMenuProps & {
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
}

/** The content of `AppearanceMenu`, which loads it when the pointer or focus comes near. */
export function AppearancePanel({ onLanguageFailed, ...opening }: AppearancePanelProps) {
  const { t } = useTexts()
  return (
    <Popover {...opening} className={`${popover.popover} ${styles.popover}`} placement="bottom end" offset={4}>
      <Dialog className={styles.panel ?? ''} aria-label={t('appearance.title')}>
        <AppearanceChoice />
        <LanguageMenu isLabelled isListInFlow onFailed={onLanguageFailed} />
      </Dialog>
    </Popover>
  )
}

const pictures: Readonly<Record<Appearance, ReactNode>> = {
  system: <SystemSchemeIcon />,
  light: <LightSchemeIcon />,
  dark: <DarkSchemeIcon />,
}

function AppearanceChoice() {
  const { t } = useTexts()
  const name = useId()
  const [chosen, setChosen] = useState(() => appearanceOfPage(document))
  function choose(appearance: Appearance): void {
    applyAppearance(document, appearance)
    setChosen(appearance)
  }
  return (
    <fieldset>
      <legend className={styles.legend}>{t('appearance.legend')}</legend>
      <div className={styles.choices}>
        {appearances.map((each) => (
          <label key={each} className={styles.choice}>
            <input type="radio" name={name} checked={each === chosen} onChange={() => choose(each)} />
            {pictures[each]}
            <span>{t(`appearance.${each}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
