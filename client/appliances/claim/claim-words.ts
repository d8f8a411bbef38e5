import { claimFieldLimits } from '#contract/claim.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { CallFailure } from '#client/api-call.ts'
import { formatTimeUntil } from '#client/i18n/format.ts'
import type { Texts } from '#client/i18n/text-provider.tsx'
import type { MessageId, UntranslatedMessage } from '#client/i18n/message-types.ts'

/** The time to wait, in seconds, if a refusal does not state a time. */
const defaultWaitS = 60

/** Returns the message after a failed claim, with the next step for the person. */
export function describeClaimFailure(failure: CallFailure, { t, locale }: Pick<Texts, 't' | 'locale'>): string {
  if (failure.kind === 'network' || failure.kind === 'timeout') return t('add.failed.network')
  if (failure.kind !== 'refused') return t('add.failed.other')
  if (failure.code === 'too-many-requests') {
    return t('add.failed.too-many-requests', { when: formatTimeUntil(failure.retryAfterS ?? defaultWaitS, locale) })
  }
  return t(messages[failure.code] ?? 'add.failed.other')
}

const messages: Readonly<Partial<Record<RefusalCode, MessageId>>> = {
  'credentials-rejected': 'add.failed.credentials-rejected',
  'already-added': 'add.failed.already-added',
  'request-limit': 'add.failed.request-limit',
}

export type ClaimField = 'serialNumber' | 'accessCode' | 'userPassword'

/** Returns the error message for a broken rule; null if the form has no message for it. Specification 5.2. */
export function claimErrorMessage(field: ClaimField, rule: string): UntranslatedMessage | null {
  return sentences[field][rule] ?? null
}

const sentences: Readonly<Record<ClaimField, Readonly<Record<string, UntranslatedMessage>>>> = {
  serialNumber: {
    required: ['add.serial.required'],
    pattern: ['add.serial.pattern'],
    'max-length': ['add.serial.max-length'],
  },
  accessCode: {
    required: ['add.access-code.required'],
    pattern: ['add.access-code.pattern'],
  },
  userPassword: {
    required: ['add.password.required'],
    'min-length': ['add.password.min-length', { min: claimFieldLimits.userPasswordMin }],
    'max-length': ['add.password.max-length', { max: claimFieldLimits.userPasswordMax }],
  },
}

/**
 * Returns the form's field for a path in the server's answer (`credentials.serial`); null if no field has this path.
 * Specification 13.3.
 */
export function findClaimFieldByPath(path: string): ClaimField | null {
  return fields[path] ?? null
}

const fields: Readonly<Record<string, ClaimField>> = {
  'credentials.serial': 'serialNumber',
  'credentials.access': 'accessCode',
  'credentials.userPwd': 'userPassword',
}
