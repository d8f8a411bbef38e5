import type { ReactNode, Ref } from 'react'
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox'
import { Text } from 'react-aria-components/Text'
import { CheckIcon } from '#client/icons/action-icons.tsx'
import { ErrorLine } from '../field/field.tsx'
import cover from '../field/covering-input.module.css'
import styles from './checkbox.module.css'

export type CheckboxProps = {
  /** The label, without links. `description` may contain links. */
  children: ReactNode
  description?: ReactNode
  value: boolean
  onChange: (value: boolean) => void
  onBlur?: (() => void) | undefined
  name?: string
  ref?: Ref<HTMLInputElement | null> | undefined
  error?: string | undefined
  isDisabled?: boolean
}

/** A checkbox with an optional description. The error is shown below it. */
export function Checkbox({ children, description, value, error, ...box }: CheckboxProps) {
  return (
    <CheckboxField
      {...(box.ref ? { inputRef: box.ref } : {})}
      className={styles.field ?? ''}
      {...(box.name ? { name: box.name } : {})}
      isSelected={value}
      onChange={box.onChange}
      onBlur={() => box.onBlur?.()}
      isInvalid={error !== undefined}
      isDisabled={box.isDisabled ?? false}
      validationBehavior="aria"
    >
      <CheckboxButton className={`${cover.covered} ${styles.button}`}>
        <span className={styles.box} aria-hidden="true">
          {value && <CheckIcon size={18} />}
        </span>
        <span>{children}</span>
      </CheckboxButton>
      {description && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      <ErrorLine error={error} />
    </CheckboxField>
  )
}
