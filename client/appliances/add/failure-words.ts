import type { RefusalCode } from '#contract/refusals.ts'
import type { Failure } from '#client/api.ts'
import type { MessageId } from '#client/i18n/text.ts'
import type { Texts } from '#client/i18n/text-provider.tsx'
import { formatWait } from '#client/i18n/wait.ts'

/** Where a refusal does not say how long to wait. */
const usualWaitS = 60

/** What to do after an appliance could not be added. */
export function failureWords(failure: Failure, { t, locale }: Pick<Texts, 't' | 'locale'>): string {
  if (failure.kind === 'network' || failure.kind === 'timeout') return t('add.failed.network')
  if (failure.kind !== 'refused') return t('add.failed.other')
  if (failure.code === 'too-many-requests') {
    return t('add.failed.too-many-requests', { when: formatWait(failure.retryAfterS ?? usualWaitS, locale) })
  }
  return t(messages[failure.code] ?? 'add.failed.other')
}

const messages: Readonly<Partial<Record<RefusalCode, MessageId>>> = {
  'credentials-rejected': 'add.failed.credentials-rejected',
  'already-added': 'add.failed.already-added',
}
