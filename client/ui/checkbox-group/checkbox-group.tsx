import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox'
import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components/CheckboxGroup'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { CheckIcon } from '#client/icons/action-icons.tsx'
import text from '#client/styles/text.module.css'
import checkbox from '../checkbox/checkbox.module.css'
import cover from '../field/covering-input.module.css'
import { ErrorLine } from '../field/field.tsx'
import { useBlurAfterPress } from '../field/use-blur-after-press.ts'
import styles from './checkbox-group.module.css'

export type CheckboxOption<Value extends string> = { value: Value; label: string; description?: ReactNode }

export type CheckboxGroupProps<Value extends string> = {
  label: string
  options: readonly CheckboxOption<Value>[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  onBlur?: (() => void) | undefined
  /** The error message below the group. If it is set, the group is invalid. */
  error?: string | undefined
  ref?: Ref<{ focus(): void }> | undefined
}

/** A group of checkboxes, each with an optional description. */
export function CheckboxGroup<Value extends string>({
  ref,
  label,
  options,
  error,
  ...group
}: CheckboxGroupProps<Value>) {
  const blurAfterPress = useBlurAfterPress(group.onBlur)
  const element = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => element.current?.querySelector('input')?.focus() }))
  return (
    <AriaCheckboxGroup
      ref={element}
      className={styles.group ?? ''}
      value={[...group.value]}
      onChange={(value) => group.onChange(value as Value[])}
      onBlur={blurAfterPress}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label className={styles.label}>{label}</Label>
      {options.map((option) => (
        <Option key={option.value} {...option} isTicked={group.value.includes(option.value)} />
      ))}
      <ErrorLine error={error} />
    </AriaCheckboxGroup>
  )
}

function Option({ value, label, description, isTicked }: CheckboxOption<string> & { isTicked: boolean }) {
  return (
    <CheckboxField value={value} className={checkbox.field ?? ''}>
      <CheckboxButton className={`${cover.covered} ${checkbox.button} ${styles.option}`}>
        <span className={checkbox.box} aria-hidden="true">
          {isTicked && <CheckIcon size={18} />}
        </span>
        <span className={text.strong}>{label}</span>
      </CheckboxButton>
      {description && (
        <Text slot="description" className={checkbox.description}>
          {description}
        </Text>
      )}
    </CheckboxField>
  )
}
