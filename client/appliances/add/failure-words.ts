import type { RefusalCode } from '#contract/refusals.ts'
import type { Failure } from '#client/api.ts'
import type { MessageId, Translate } from '#client/i18n/text.ts'

const secondsPerMinute = 60

/** What to do after an appliance could not be added. */
export function failureWords(failure: Failure, t: Translate): string {
  if (failure.kind === 'network' || failure.kind === 'timeout') return t('add.failed.network')
  if (failure.kind !== 'refused') return t('add.failed.other')
  if (failure.code === 'too-many-requests') {
    return t('add.failed.too-many-requests', { minutes: minutesOf(failure.retryAfterS ?? secondsPerMinute) })
  }
  return t(messages[failure.code] ?? 'add.failed.other')
}

const messages: Readonly<Partial<Record<RefusalCode, MessageId>>> = {
  'credentials-rejected': 'add.failed.credentials-rejected',
  'already-added': 'add.failed.already-added',
}

function minutesOf(seconds: number): number {
  return Math.max(1, Math.ceil(seconds / secondsPerMinute))
}
