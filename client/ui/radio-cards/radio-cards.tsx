import type { ReactNode } from 'react'
import { Label } from 'react-aria-components/Label'
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup'
import { Text } from 'react-aria-components/Text'
import { ErrorLine } from '../field/field.tsx'
import cover from '../field/covering-input.module.css'
import styles from './radio-cards.module.css'

export type RadioCardOption = {
  value: string
  label: string
  description?: ReactNode
  /** A picture above the label. Cards with pictures are next to each other, even on phones. */
  picture?: ReactNode
}

export type RadioCardsProps = {
  label: string
  options: readonly RadioCardOption[]
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  name?: string
  error?: string | undefined
  isDisabled?: boolean
  /** Whether the cards are lower, and on phones two in a row. For short labels. */
  isCompact?: boolean
}

/** A radio group whose options are cards. */
export function RadioCards({ label, options, error, ...group }: RadioCardsProps) {
  return (
    <RadioGroup
      className={styles.group ?? ''}
      {...(group.name ? { name: group.name } : {})}
      value={group.value}
      onChange={group.onChange}
      onBlur={() => group.onBlur?.()}
      isInvalid={error !== undefined}
      isDisabled={group.isDisabled ?? false}
      validationBehavior="aria"
    >
      <Label className={styles.label}>{label}</Label>
      <div className={[styles.cards, styles[layoutOf(options, group.isCompact)]].join(' ')}>
        {options.map((option) => (
          <Option key={option.value} {...option} />
        ))}
      </div>
      <ErrorLine error={error} />
    </RadioGroup>
  )
}

function layoutOf(options: readonly RadioCardOption[], isCompact = false): 'pictured' | 'compact' | 'plain' {
  if (options.some(({ picture }) => picture !== undefined)) return 'pictured'
  return isCompact ? 'compact' : 'plain'
}

function Option({ value, label, description, picture }: RadioCardOption) {
  return (
    <RadioField value={value} className={styles.field ?? ''}>
      <RadioButton className={`${cover.covered} ${styles.card}`}>
        <span className={styles.dot} aria-hidden="true" />
        {picture}
        <span className={styles.words}>{label}</span>
      </RadioButton>
      {description && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
    </RadioField>
  )
}
