import { isolateName } from '#contract/isolate-name.ts'
import type { SharingQuestion } from '#contract/sharing.ts'
import type { Translate } from '#client/i18n/text.ts'

/** Describes how many months back a third party may read; 0 means only new data. */
export function historyMonthsWords(months: number, t: Translate): string {
  return months === 0 ? t('sharing.from-now') : t('sharing.months', { months })
}

/** Returns the name of an appliance with its type and city, as far as they are set. */
export function applianceLabel({ name, type, city }: SharingQuestion['appliances'][number], t: Translate): string {
  const what = t(`appliance.type.${type}`)
  const parts = [name === null ? what : isolateName(name), name === null ? null : what, city]
  return parts.filter((part) => part !== null).join(', ')
}
