import { isLanguage, type Language, languages } from '#contract/languages.ts'
import { Select } from '#client/ui/select/select.tsx'
import { useTexts } from './text-provider.tsx'

export type LanguageMenuProps = {
  /** Whether the label 'Language' is visible, because no heading names it. */
  isLabelled?: boolean
  /** Set if an overlaying list would be clipped. */
  isListInFlow?: boolean
  /** The catalog of a language could not be loaded. */
  onFailed(error: unknown): void
}

/** Chooses the language of the page; each is listed by its own name. Specification 16.2. */
export function LanguageMenu({ isLabelled = false, isListInFlow = false, onFailed }: LanguageMenuProps) {
  const { t, language, choose } = useTexts()
  return (
    <Select
      label={t('account.language')}
      isLabelHidden={!isLabelled}
      isListInFlow={isListInFlow}
      options={languages.map((each) => ({ value: each, label: nameOf(each), lang: each }))}
      value={language}
      onChange={(chosen) => {
        if (isLanguage(chosen)) choose(chosen).catch(onFailed)
      }}
    />
  )
}

/** A language's own name, capitalised: 'Deutsch', 'Čeština'. */
function nameOf(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
