import type { MessageId } from '#client/i18n/text.ts'
import type { DraftField } from './period.ts'

/** What is said of a rule that a field broke. Specification 15.5. */
export function draftSentence(field: DraftField, rule: string): MessageId {
  if (field === 'sources') return 'data-export.sources.required'
  return dates[rule] ?? 'data-export.date.invalid'
}

const dates: Readonly<Record<string, MessageId>> = {
  required: 'data-export.date.required',
  future: 'data-export.date.future',
  'from-after-to': 'data-export.date.from-after-to',
}
