import type { RefusalCode } from '#contract/refusals.ts'
import type { CallFailure } from '#client/api-call.ts'
import type { Texts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { describeClaimFailure } from './claim-words.ts'

const messages: Readonly<Partial<Record<RefusalCode, MessageId>>> = {
  'no-owner': 'takeover.failed.no-owner',
  'gateway-offline': 'takeover.failed.gateway-offline',
  'takeover-open': 'takeover.failed.takeover-open',
  'takeover-refused': 'takeover.failed.takeover-refused',
  'already-added': 'takeover.failed.already-added',
}

/** Returns the message after a failed start of a takeover. Other refusals have the same message as a failed claim. */
export function describeTakeoverFailure(failure: CallFailure, texts: Pick<Texts, 't' | 'locale'>): string {
  const message = failure.kind === 'refused' ? messages[failure.code] : undefined
  return message === undefined ? describeClaimFailure(failure, texts) : texts.t(message)
}
