import type english from '#texts/en/fault-words.json'
import type { FaultDescription, FaultSeverity } from './faults.ts'
import type { Language } from './languages.ts'

/** The key of a message in `texts/<language>/fault-words.json`. */
export type FaultMessageId = keyof typeof english

type TranslateFault = (id: FaultMessageId, values?: Record<string, string | number>) => string

/** The texts of a fault. `language`: the language of the texts; absent if it is the reader's language. */
export type FaultWords = Pick<FaultDescription, 'title' | 'meaning' | 'heating' | 'selfHelp' | 'call' | 'emergency'> & {
  language?: Language
}

type ReportedFault = { code: string | null; severity: FaultSeverity | null }

/**
 * Returns the texts of a fault: those of the catalogue, or general texts if `description` is null. Specification
 * 22.5.
 */
export function faultWordsOf(
  fault: ReportedFault,
  description: FaultDescription | null,
  t: TranslateFault,
): FaultWords {
  if (description) return description
  const { code } = fault
  // Without a severity, the texts must not say that the heating works.
  const severity = fault.severity ?? 'UNKNOWN'
  return {
    title: code === null ? t(`fault.title.${fault.severity ?? 'WARNING'}`) : t('fault.title.code', { code }),
    meaning: t(code === null ? 'fault.unknown.meaning.no-code' : 'fault.unknown.meaning'),
    heating: t(`fault.unknown.heating.${severity}`),
    // The first step is about safety, and comes before the step to read the display: an unknown code may be a gas or
    // carbon monoxide alarm.
    selfHelp: [t('fault.unknown.safety'), t('fault.unknown.note-down')],
    call: t(`fault.unknown.call.${severity}`),
    emergency: false,
  }
}
