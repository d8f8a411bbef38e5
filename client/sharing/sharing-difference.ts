import type { SharingQuestion } from '#contract/sharing.ts'
import { formatLongDay } from '#client/i18n/format.ts'
import type { Translate } from '#client/i18n/text.ts'

type Asked = Pick<SharingQuestion, 'datatypes' | 'historyMonths' | 'purpose' | 'until'>

/** What a new consent changes for an appliance that is shared already: 'New: History · Until: 1 May (so far: 1 March)'. */
export function differenceWords(asked: Asked, before: Asked, { t, locale }: { t: Translate; locale: string }): string {
  const namesOf = (some: Asked, others: Asked) =>
    some.datatypes.filter((one) => !others.datatypes.includes(one)).map((one) => t(`sharing.datatype.${one}`))
  const [added, removed] = [namesOf(asked, before), namesOf(before, asked)]
  const change = (words: (of: Asked) => string): string | null =>
    words(asked) === words(before) ? null : t('sharing.before', { now: words(asked), before: words(before) })
  const months = ({ historyMonths }: Asked) =>
    historyMonths === 0 ? t('sharing.from-now') : t('sharing.months', { months: historyMonths })
  const labelled = (label: 'sharing.purpose' | 'sharing.until', words: string | null) =>
    words === null ? null : `${t(label)}: ${words}`
  const parts = [
    added.length === 0 ? null : t('sharing.new', { what: added.join(', ') }),
    removed.length === 0 ? null : t('sharing.no-longer', { what: removed.join(', ') }),
    change(months),
    labelled(
      'sharing.purpose',
      change(({ purpose }) => t(`sharing.purpose.${purpose}`)),
    ),
    labelled(
      'sharing.until',
      change(({ until }) => formatLongDay(until, locale)),
    ),
  ]
  return parts.filter((part) => part !== null).join(' · ')
}
