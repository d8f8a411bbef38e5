import { I18nProvider, useLingui } from '@lingui/react'
import { createContext, type ReactNode, use } from 'react'
import { I18nProvider as AriaLocaleProvider } from 'react-aria-components/I18nProvider'
import type { Language } from '#contract/languages.ts'
import type { Translate } from './message-types.ts'
import type { Translation } from './translation.ts'

const TranslationContext = createContext<Translation | null>(null)

/** Provides the texts to the app. When the language changes, the whole app renders again. */
export function TextProvider({ translation, children }: { translation: Translation; children: ReactNode }) {
  return (
    <TranslationContext value={translation}>
      <I18nProvider i18n={translation.i18n}>
        <ComponentLocale>{children}</ComponentLocale>
      </I18nProvider>
    </TranslationContext>
  )
}

function ComponentLocale({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  return <AriaLocaleProvider locale={i18n.locale}>{children}</AriaLocaleProvider>
}

export type Texts = {
  t: Translate
  language: Language
  /** The locale for dates and numbers, a BCP 47 tag. */
  locale: string
} & Pick<Translation, 'choose' | 'extend' | 'timeZone'>

/** Returns the texts of the app in the current language. @throws Error outside a TextProvider */
export function useTexts(): Texts {
  // Renders the component again when the language changes.
  useLingui()
  const translation = use(TranslationContext)
  if (!translation) throw new Error('useTexts needs a TextProvider around it.')
  const { t, choose, extend, timeZone } = translation
  return { t, choose, extend, timeZone, language: translation.language(), locale: translation.locale() }
}
