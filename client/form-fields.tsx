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
import type { Failure } from './api.ts'
import { useTexts } from './i18n/text-provider.tsx'
import type { Sentence } from './i18n/text.ts'
import { type Draft, useKeptDraft } from './kept-drafts.ts'

export type BoundFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = {
  form: { control: Control<Values, unknown, Sent> }
  name: Name
  /** What is said of a rule that the field broke; null for a rule nobody has a sentence for. */
  sentenceOf(field: NoInfer<Name>, rule: string): Sentence | null
  rules?: ControllerProps<Values, Name>['rules']
  children(field: ControllerRenderProps<Values, Name> & { error: string | undefined }): ReactNode
}

/** A field of a form: what stands in it, and under it the sentence of the rule that it broke. */
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

/** What is sent, or the rule that each field broke first. */
export type Checked<Sent, Field extends string> =
  | { kind: 'valid'; values: Sent }
  | { kind: 'broken'; rules: Partial<Record<Field, string>> }

export function resolverOf<Values extends FieldValues, Sent>(
  check: (values: Values) => Checked<Sent, string>,
): Resolver<Values, unknown, Sent> {
  return (values) => {
    const checked = check(values)
    if (checked.kind === 'valid') return { values: checked.values, errors: {} }
    const errors = Object.entries(checked.rules).map(([field, rule]) => [field, { type: 'rule', message: rule }])
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Values> }
  }
}

/** Puts the rules that the server found broken under their fields; `fieldOf` is null for a path of none. Specification 13.3. */
export function showFieldErrors<Values extends FieldValues>(
  { setError }: { setError: UseFormReturn<Values>['setError'] },
  failure: Failure | null | undefined,
  fieldOf: (path: string) => Path<Values> | null,
): void {
  if (failure?.kind !== 'refused') return
  for (const { path, code } of failure.errors) {
    const field = fieldOf(path)
    if (field !== null) setError(field, { message: code }, { shouldFocus: true })
  }
}

/** Gives a form back what was typed in it before the person had to leave. `secrets`: fields that are never kept. */
export function useKeptFields<T extends FieldValues, Sent>(
  name: string,
  form: UseFormReturn<T, unknown, Sent>,
  secrets: readonly (keyof T)[] = [],
): void {
  const { getValues, setValue } = form
  const [initial] = useState(() => JSON.stringify(getValues()))

  function read(): Draft | null {
    const values = getValues()
    if (JSON.stringify(values) === initial) return null
    return Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field)))
  }

  function restore(draft: Draft): void {
    for (const [field, value] of fitting(getValues(), draft)) {
      setValue(field as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true, shouldTouch: true })
    }
  }

  useKeptDraft({ form: name, read, restore })
}

/** The fields that the form still has, and of the kind it has: another build may have kept them. */
function fitting(values: FieldValues, draft: Draft): [field: string, value: unknown][] {
  return Object.entries(draft).filter(([field, value]) => kindOf(values[field]) === kindOf(value))
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value
}
