import { useForm, type UseFormReturn } from 'react-hook-form'
import { type ExportRequest, exportSources } from '#contract/data-export.ts'
import { resolverOf } from '#client/form-fields.tsx'
import type { MessageId, Sentence } from '#client/i18n/text.ts'
import { checkDraft, type DraftField, type ExportDraft, type Kept, periodOf, type WantedDays } from './period.ts'

export type ExportFormControl = UseFormReturn<ExportDraft, unknown, ExportRequest>

/** The form of a request: checked when a field is left, then with every change. It begins with `wanted`, or everything. */
export function useExportForm(kept: Kept, wanted: WantedDays | null): ExportFormControl {
  const period = wanted
    ? { preset: 'own' as const, ...wanted }
    : { preset: 'everything' as const, ...periodOf('everything', kept) }
  return useForm<ExportDraft, unknown, ExportRequest>({
    resolver: resolverOf((draft) => checkDraft(draft, kept.today)),
    defaultValues: { ...period, sources: [...exportSources] },
    mode: 'onTouched',
  })
}

const fields: readonly DraftField[] = ['from', 'to', 'sources']

/** The field of a path such as `sources.1`; null for a path of none. */
export function exportFieldOf(path: string): DraftField | null {
  const [name] = path.split('.')
  return fields.find((field) => field === name) ?? null
}

/** What is said of a rule that a field broke. Specification 15.5. */
export function draftSentence(field: DraftField, rule: string): Sentence {
  return [field === 'sources' ? 'data-export.sources.required' : (dates[rule] ?? 'data-export.date.invalid')]
}

const dates: Readonly<Record<string, MessageId>> = {
  required: 'data-export.date.required',
  future: 'data-export.date.future',
  'from-after-to': 'data-export.date.from-after-to',
}
