import { useId } from 'react'
import styles from '../field/field.module.css'

export type SearchFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/**
 * A search field. It uses a native input, because react-aria's search field would make up a fifteenth of the first
 * view's scripts.
 */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <span className={styles.control}>
        <input
          id={id}
          type="search"
          className={`${styles.input} ${styles.search}`}
          placeholder={placeholder}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </span>
    </div>
  )
}
