import type { ReactNode } from 'react'
import { Label } from 'react-aria-components/Label'
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup'
import cover from '../field/covering-input.module.css'
import styles from './radio-cards.module.css'
import text from '#client/styles/text.module.css'

export type RadioCardOption = { value: string; label: string; picture?: ReactNode }

export type RadioCardsProps = {
  label: string
  options: readonly RadioCardOption[]
  value: string
  onChange: (value: string) => void
}

/**
 * A radio group whose options are cards. Cards with pictures are next to each other, even on phones. Cards without
 * pictures are lower, and on phones two in a row.
 */
export function RadioCards({ label, options, value, onChange }: RadioCardsProps) {
  const hasPictures = options.some(({ picture }) => picture !== undefined)
  return (
    <RadioGroup className={styles.group ?? ''} value={value} onChange={onChange} validationBehavior="aria">
      <Label className={text.strong}>{label}</Label>
      <div className={`${styles.cards} ${hasPictures ? styles.pictured : styles.compact}`}>
        {options.map((option) => (
          <RadioField key={option.value} value={option.value} className={styles.field ?? ''}>
            <RadioButton className={`${cover.covered} ${styles.card}`}>
              <span className={styles.dot} aria-hidden="true" />
              {option.picture}
              <span className={styles.words}>{option.label}</span>
            </RadioButton>
          </RadioField>
        ))}
      </div>
    </RadioGroup>
  )
}
