import { useId } from 'react'
import { isLanguage, type Language, languages } from '#contract/languages.ts'
import { ChevronIcon } from '#client/icons/action-icons.tsx'
import styles from './language-menu.module.css'
import { useTexts } from './text-provider.tsx'

export type LanguageMenuProps = {
  /** Whether the word 'Language' stands above it, as on a form; else it only names it. */
  isLabelled?: boolean
  /** The catalog of a language could not be loaded. */
  onFailed(error: unknown): void
}

/** Chooses the language of the page, each by its own name. Specification 16.2. */
export function LanguageMenu({ isLabelled = false, onFailed }: LanguageMenuProps) {
  const { t, language, choose } = useTexts()
  const id = useId()
  return (
    <span className={styles.menu}>
      <label htmlFor={id} className={isLabelled ? styles.label : styles.hidden}>
        {t('account.language')}
      </label>
      <span className={styles.choice}>
        <select
          id={id}
          className={styles.select}
          value={language}
          onChange={({ target }) => {
            if (isLanguage(target.value)) choose(target.value).catch(onFailed)
          }}
        >
          {languages.map((each) => (
            <option key={each} value={each} lang={each}>
              {nameOf(each)}
            </option>
          ))}
        </select>
        <ChevronIcon size={20} />
      </span>
    </span>
  )
}

/** What a language calls itself, as a heading would: 'Deutsch', 'Čeština'. */
function nameOf(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
