import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import type { SharingConsentRequest } from '#contract/sharing.ts'
import type { Translate } from '#client/i18n/message-types.ts'

/** Describes for how many months back a third party may read data; 0 means only new data. */
export function describeHistoryMonths(months: number, t: Translate): string {
  return months === 0 ? t('sharing.from-now') : t('sharing.months', { months })
}

/** Returns the label of an appliance: its name, type and city. Omits the parts that are not set. */
export function sharedApplianceLabelOf(
  { name, type, city }: SharingConsentRequest['appliances'][number],
  t: Translate,
): string {
  const what = t(`appliance.type.${type}`)
  const parts = [name === null ? what : isolateNameDirection(name), name === null ? null : what, city]
  return parts.filter((part) => part !== null).join(', ')
}
