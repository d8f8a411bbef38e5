import { useRef, useState } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { AppearanceIcon } from '#client/icons/action-icons.tsx'
import button from '../icon-button/icon-button.module.css'
import { useLazyComponent } from '../loaded-part/use-lazy-component.ts'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'

export type AppearanceMenuProps = {
  /** Called if the texts of a language could not be loaded. */
  onLanguageFailed(error: unknown): void
}

const loadPanel = () => import('./appearance-panel.tsx').then(({ AppearancePanel }) => AppearancePanel)

/**
 * The button in the header of every page that opens two choices: light, dark or system, and the language. The name of
 * the button is text inside it, not a label attribute; otherwise a search for fields by label would find two fields
 * 'Language'. Specification 2.15.
 */
export function AppearanceMenu({ onLanguageFailed }: AppearanceMenuProps) {
  const { t } = useTexts()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isNear, setNear] = useState(false)
  const panel = useLazyComponent(loadPanel, isNear || isOpen, isOpen)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={`${button.button} ${button.plain}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => setNear(true)}
        onClick={() => setOpen(true)}
      >
        <AppearanceIcon />
        <VisuallyHidden>{t('appearance.title')}</VisuallyHidden>
      </button>
      {panel && (
        <panel.Component
          triggerRef={trigger}
          isOpen={isOpen}
          onOpenChange={setOpen}
          onLanguageFailed={onLanguageFailed}
        />
      )}
    </>
  )
}
