import { Controller } from 'react-hook-form'
import { Checkbox } from '#client/ui/checkbox/checkbox.tsx'
import type { ConsentFormControl } from './use-consent-form.ts'

export type ConsentCheckboxProps = Pick<ConsentFormControl, 'control'> & {
  /** What is agreed to. */
  children: string
  /** What is said while it is not ticked. */
  required: string
  onChange?: (isTicked: boolean) => void
}

/** The mandatory box of a consent. Specification 5. */
export function ConsentCheckbox({ control, children, required, onChange }: ConsentCheckboxProps) {
  return (
    <Controller
      control={control}
      name="consent"
      render={({ field, fieldState: { error } }) => (
        <Checkbox
          {...field}
          onChange={(isTicked) => {
            field.onChange(isTicked)
            onChange?.(isTicked)
          }}
          error={error && required}
        >
          {children}
        </Checkbox>
      )}
    />
  )
}
