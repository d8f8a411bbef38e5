import type { SharingConsentRequest } from '#contract/sharing.ts'
import { formatLongDay } from '#client/i18n/format.ts'
import type { Translate } from '#client/i18n/message-types.ts'
import { describeHistoryMonths } from './sharing-words.ts'

type Asked = Pick<SharingConsentRequest, 'datatypes' | 'historyMonths' | 'purpose' | 'until'>

/**
 * Describes what a new consent changes for an appliance that is already shared: 'New: History · Until: 1 May
 * (previously: 1 March)'.
 */
export function describeSharingDifference(
  request: Asked,
  before: Asked,
  { t, locale }: { t: Translate; locale: string },
): string {
  const namesOf = (some: Asked, others: Asked) =>
    some.datatypes.filter((one) => !others.datatypes.includes(one)).map((one) => t(`sharing.datatype.${one}`))
  const [added, removed] = [namesOf(request, before), namesOf(before, request)]
  const change = (what: string, words: (of: Asked) => string): string | null =>
    words(request) === words(before) ? null : t('sharing.before', { what, now: words(request), before: words(before) })
  const keepsHistory = [request, before].every(({ datatypes }) => datatypes.includes('history'))
  const parts = [
    added.length === 0 ? null : t('sharing.new', { what: added.join(', ') }),
    removed.length === 0 ? null : t('sharing.no-longer', { what: removed.join(', ') }),
    keepsHistory
      ? change(t('sharing.datatype.history'), ({ historyMonths }) => describeHistoryMonths(historyMonths, t))
      : null,
    change(t('sharing.purpose'), ({ purpose }) => t(`sharing.purpose.${purpose}`)),
    change(t('sharing.until'), ({ until }) => formatLongDay(until, locale)),
  ]
  return parts.filter((part) => part !== null).join(' · ')
}
