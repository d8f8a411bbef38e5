import { claimLimits } from '#contract/claim.ts'
import type { Translate } from '#client/i18n/text.ts'

export type ClaimField = 'serialNumber' | 'accessCode' | 'userPassword'

/** The sentence for a rule that a field broke; null for a rule nobody has a sentence for. Specification 5.2. */
export function fieldMessage(field: ClaimField, rule: string, t: Translate): string | null {
  return messages[field][rule]?.(t) ?? null
}

type Sentence = (t: Translate) => string

const messages: Readonly<Record<ClaimField, Readonly<Record<string, Sentence>>>> = {
  serialNumber: {
    required: (t) => t('add.serial.required'),
    pattern: (t) => t('add.serial.pattern'),
    'max-length': (t) => t('add.serial.max-length'),
  },
  accessCode: {
    required: (t) => t('add.access-code.required'),
    pattern: (t) => t('add.access-code.pattern'),
  },
  userPassword: {
    required: (t) => t('add.password.required'),
    'min-length': (t) => t('add.password.min-length', { min: claimLimits.userPasswordMin }),
    'max-length': (t) => t('add.password.max-length', { max: claimLimits.userPasswordMax }),
  },
}

/** The form's field for a path of the server's answer, `credentials.serial`; null for any other. Specification 13.3. */
export function fieldOfPath(path: string): ClaimField | null {
  return fields[path] ?? null
}

const fields: Readonly<Record<string, ClaimField>> = {
  'credentials.serial': 'serialNumber',
  'credentials.access': 'accessCode',
  'credentials.userPwd': 'userPassword',
}
