import type { FaultDescription } from '#contract/faults.ts'
import type { Language } from '#contract/languages.ts'
import type { Translate } from '#client/i18n/text.ts'
import type { ApplianceFault } from '../appliance.ts'

/** What is said of a fault. `language`: of the texts, where that is another than the page's. */
export type FaultWords = Pick<FaultDescription, 'title' | 'meaning' | 'heating' | 'selfHelp' | 'call' | 'emergency'> & {
  language?: Language
}

/** The catalogue's words, or those that hold for every fault that nobody has described. Specification 22.5. */
export function faultWords(fault: ApplianceFault, description: FaultDescription | null, t: Translate): FaultWords {
  if (description) return description
  const { code } = fault
  // What is reported beside a status that is no fault is no more than a warning.
  const severity = fault.severity ?? 'WARNING'
  return {
    title: code === null ? t(`fault.title.${severity}`) : t('fault.title.code', { code }),
    meaning: t(code === null ? 'fault.unknown.meaning.no-code' : 'fault.unknown.meaning'),
    heating: t(`fault.unknown.heating.${severity}`),
    selfHelp: [t('fault.unknown.note-down'), t('fault.unknown.safety')],
    call: t(`fault.unknown.call.${severity}`),
    emergency: false,
  }
}
