import { type ReactNode, useState } from 'react'
import {
  type Control,
  Controller,
  type ControllerProps,
  type ControllerRenderProps,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import type { CallFailure } from './api-call.ts'
import { useTexts } from './i18n/text-provider.tsx'
import type { UntranslatedMessage } from './i18n/message-types.ts'
import { type FormDraft, useStoredDraft } from './draft-store.ts'

export type BoundFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = {
  form: { control: Control<Values, unknown, Sent> }
  name: Name
  /** Returns the error message for a broken rule; null if the form has none for it. */
  sentenceOf(field: NoInfer<Name>, rule: string): UntranslatedMessage | null
  rules?: ControllerProps<Values, Name>['rules']
  children(field: ControllerRenderProps<Values, Name> & { error: string | undefined }): ReactNode
}

/** Connects a form field to its value and its error message. */
export function BoundField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>(
  props: BoundFieldProps<Values, Name, Sent>,
) {
  const { form, name, sentenceOf, rules, children } = props
  const { t } = useTexts()
  return (
    <Controller
      control={form.control}
      name={name}
      {...(rules && { rules })}
      render={({ field, fieldState: { error } }) => {
        const sentence = error?.message === undefined ? null : sentenceOf(name, error.message)
        return <>{children({ ...field, error: sentence ? t(...sentence) : undefined })}</>
      }}
    />
  )
}

/** The result of checking a form: the values to send, or the first broken rule of each field. */
export type CheckedForm<Sent, Field extends string> =
  | { kind: 'valid'; values: Sent }
  | { kind: 'broken'; rules: Partial<Record<Field, string>> }

export function toFormResolver<Values extends FieldValues, Sent>(
  check: (values: Values) => CheckedForm<Sent, string>,
): Resolver<Values, unknown, Sent> {
  return (values) => {
    const checkedForm = check(values)
    if (checkedForm.kind === 'valid') return { values: checkedForm.values, errors: {} }
    const errors = Object.entries(checkedForm.rules).map(([field, rule]) => [field, { type: 'rule', message: rule }])
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Values> }
  }
}

/**
 * If the server refused the form, shows each broken rule at its field. `fieldOf` returns null for a path that belongs
 * to no field of the form. Specification 13.3.
 */
export function showFieldErrors<Values extends FieldValues>(
  { setError }: { setError: UseFormReturn<Values>['setError'] },
  failure: CallFailure | null | undefined,
  fieldOf: (path: string) => Path<Values> | null,
): void {
  if (failure?.kind !== 'refused') return
  for (const { path, code } of failure.errors) {
    const field = fieldOf(path)
    if (field !== null) setError(field, { message: code }, { shouldFocus: true })
  }
}

/**
 * Stores the form's values as a draft when the app is interrupted, for example by a new sign-in, and restores them
 * later. `secrets`: fields that are never stored.
 */
export function useFormDraft<T extends FieldValues, Sent>(
  name: string,
  form: UseFormReturn<T, unknown, Sent>,
  secrets: readonly (keyof T)[] = [],
): void {
  const { getValues, setValue } = form
  const [initial] = useState(() => JSON.stringify(getValues()))

  function read(): FormDraft | null {
    const values = getValues()
    if (JSON.stringify(values) === initial) return null
    return Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field)))
  }

  function restore(draft: FormDraft): void {
    for (const [field, value] of fittingFields(getValues(), draft)) {
      setValue(field as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true, shouldTouch: true })
    }
  }

  useStoredDraft({ form: name, read, restore })
}

/**
 * Returns the fields of a draft that still exist in the form with the same type. The draft may come from another build
 * of the page.
 */
function fittingFields(values: FieldValues, draft: FormDraft): [field: string, value: unknown][] {
  return Object.entries(draft).filter(([field, value]) => kindOf(values[field]) === kindOf(value))
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value
}
