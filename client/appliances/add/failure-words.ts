import type { Failure } from '#client/api.ts'
import type { Translate } from '#client/i18n/text.ts'

const secondsPerMinute = 60

/** What to do after an appliance could not be added. */
export function failureWords(failure: Failure, t: Translate): string {
  if (failure.kind === 'network' || failure.kind === 'timeout') return t('add.failed.network')
  if (failure.kind !== 'refused') return t('add.failed.other')
  switch (failure.code) {
    case 'credentials-rejected':
      return t('add.failed.credentials-rejected')
    case 'already-added':
      return t('add.failed.already-added')
    case 'too-many-requests':
      return t('add.failed.too-many-requests', { minutes: minutesOf(failure.retryAfterS ?? secondsPerMinute) })
    default:
      return t('add.failed.other')
  }
}

function minutesOf(seconds: number): number {
  return Math.max(1, Math.ceil(seconds / secondsPerMinute))
}
