import { isolateName } from '#contract/isolate-name.ts'
import type { SharingConsentRequest } from '#contract/sharing.ts'
import type { Translate } from '#client/i18n/message-types.ts'

/** Describes how many months back a third party may read; 0 means only new data. */
export function describeHistoryMonths(months: number, t: Translate): string {
  return months === 0 ? t('sharing.from-now') : t('sharing.months', { months })
}

/** Returns the name of an appliance with its type and city, as far as they are set. */
export function sharedApplianceLabelOf(
  { name, type, city }: SharingConsentRequest['appliances'][number],
  t: Translate,
): string {
  const what = t(`appliance.type.${type}`)
  const parts = [name === null ? what : isolateName(name), name === null ? null : what, city]
  return parts.filter((part) => part !== null).join(', ')
}
