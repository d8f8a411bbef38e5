import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Failure } from './api.ts'

/** Puts the rules that the server found broken under their fields; `fieldOf` is null for a path of none. Specification 13.3. */
export function showFieldErrors<Draft extends FieldValues>(
  { setError }: { setError: UseFormReturn<Draft>['setError'] },
  failure: Failure | null | undefined,
  fieldOf: (path: string) => Path<Draft> | null,
): void {
  if (failure?.kind !== 'refused') return
  for (const { path, code } of failure.errors) {
    const field = fieldOf(path)
    if (field !== null) setError(field, { message: code }, { shouldFocus: true })
  }
}
