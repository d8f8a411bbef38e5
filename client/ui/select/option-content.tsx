import styles from './select-list.module.css'
import type { ListboxOption } from './use-listbox.ts'

/** The content of an option: picture, name and additional text. Both the list and the closed select use it. */
export function OptionContent({ name, lang, picture, aside }: ListboxOption) {
  return (
    <>
      {picture}
      <span className={styles.name} lang={lang}>
        {name}
      </span>
      {aside !== undefined && <span className={styles.aside}>{aside}</span>}
    </>
  )
}
