import { isLanguage, type Language, languages } from '#contract/languages.ts'
import { Select } from '#client/ui/select/select.tsx'
import { capitalizeFirst } from './format.ts'
import { useTexts } from './text-provider.tsx'

export type LanguageMenuProps = {
  /** Whether the label 'Language' is visible. Set this if no heading names the menu. */
  isLabelled?: boolean
  /**
   * Whether the list opens inside the page instead of as an overlay. Set this if the surrounding element would clip an
   * overlay.
   */
  isListInFlow?: boolean
  /** Called if the texts of the chosen language could not be loaded. */
  onFailed(error: unknown): void
}

/** A menu for the language of the app, which lists each language by its own name. Specification 16.2. */
export function LanguageMenu({ isLabelled = false, isListInFlow = false, onFailed }: LanguageMenuProps) {
  const { t, language, choose } = useTexts()
  return (
    <Select
      label={t('account.language')}
      isLabelHidden={!isLabelled}
      isListInFlow={isListInFlow}
      options={languages.map((each) => ({ value: each, label: nameOf(each), lang: each }))}
      value={language}
      onChange={(chosenLanguage) => {
        if (isLanguage(chosenLanguage)) choose(chosenLanguage).catch(onFailed)
      }}
    />
  )
}

/** Returns the name of a language in that language, capitalised: 'Deutsch', 'Čeština'. */
function nameOf(language: Language): string {
  return capitalizeFirst(new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language, language)
}
