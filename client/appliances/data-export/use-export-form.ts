import { type FieldErrors, type Resolver, useForm, type UseFormReturn } from 'react-hook-form'
import { type ExportRequest, exportSources } from '#contract/data-export.ts'
import type { Failure } from '#client/api.ts'
import { checkDraft, type DraftField, type ExportDraft, type Kept, periodOf } from './period.ts'

export type ExportFormControl = UseFormReturn<ExportDraft, unknown, ExportRequest>

/** The form of a request: checked when a field is left, then with every change. It begins with everything. */
export function useExportForm(kept: Kept): ExportFormControl {
  return useForm<ExportDraft, unknown, ExportRequest>({
    resolver: createResolver(kept.today),
    defaultValues: { preset: 'everything', ...periodOf('everything', kept), sources: [...exportSources] },
    mode: 'onTouched',
  })
}

function createResolver(today: string): Resolver<ExportDraft, unknown, ExportRequest> {
  return (draft) => {
    const { request, errors } = checkDraft(draft, today)
    if (errors === null) return { values: request, errors: {} }
    const said = Object.entries(errors).map(([field, rule]) => [field, { type: rule, message: rule }])
    return { values: {}, errors: Object.fromEntries(said) as FieldErrors<ExportDraft> }
  }
}

const fields: readonly string[] = ['from', 'to', 'sources'] satisfies DraftField[]

/** Rules that the server found broken stand under their fields. Specification 13.3. */
export function showExportErrors({ setError }: ExportFormControl, failure: Failure | null): void {
  if (failure?.kind !== 'refused') return
  for (const { path, code } of failure.errors) {
    const field = path.split('.')[0] ?? ''
    if (fields.includes(field)) setError(field as DraftField, { message: code }, { shouldFocus: true })
  }
}
