import { expect, test } from 'vitest'
import { claimForm } from '#contract/claim.ts'
import type { CallFailure } from '#client/api-call.ts'
import type { Translate } from '#client/i18n/message-types.ts'
import { type ClaimField, findClaimFieldByPath, claimErrorMessage, describeClaimFailure } from './claim-words.ts'

const t: Translate = (id, values) => `${id}${values ? JSON.stringify(values) : ''}`
const texts = { t, locale: 'en-GB' }

function refused(
  code: Extract<CallFailure, { kind: 'refused' }>['code'],
  retryAfterS: number | null = null,
): CallFailure {
  return { kind: 'refused', status: 403, code, errors: [], retryAfterS }
}

test('each refusal says what to do', () => {
  expect(describeClaimFailure(refused('credentials-rejected'), texts)).toBe('add.failed.credentials-rejected')
  expect(describeClaimFailure(refused('already-added'), texts)).toBe('add.failed.already-added')
  expect(describeClaimFailure(refused('unavailable'), texts)).toBe('add.failed.other')
  expect(describeClaimFailure({ kind: 'network' }, texts)).toBe('add.failed.network')
  expect(describeClaimFailure({ kind: 'timeout' }, texts)).toBe('add.failed.network')
})

test('too many attempts say how long to wait, in words', () => {
  expect(describeClaimFailure(refused('too-many-requests', 61), texts)).toBe(
    'add.failed.too-many-requests{"when":"in 2 minutes"}',
  )
  expect(describeClaimFailure(refused('too-many-requests', 40), texts)).toBe(
    'add.failed.too-many-requests{"when":"in 40 seconds"}',
  )
  expect(describeClaimFailure(refused('too-many-requests'), texts)).toBe(
    'add.failed.too-many-requests{"when":"in 1 minute"}',
  )
})

const broken = [
  { serialNumber: '', accessCode: '', userPassword: '' },
  { serialNumber: '12', accessCode: 'abc', userPassword: 'abc' },
  { serialNumber: 'cold-1234567', accessCode: 'a'.repeat(300), userPassword: 'a'.repeat(200) },
]

test.each(broken)('every rule that the form can break has its message: %o', (form) => {
  const issues = claimForm.safeParse(form).error?.issues ?? []
  expect(issues).toHaveLength(3)
  const textsWithoutMessages = issues.filter(
    ({ path, message }) => claimErrorMessage(path[0] as ClaimField, message) === null,
  )
  expect(textsWithoutMessages).toEqual([])
})

test('a field that the server refused is mapped to the field of the form', () => {
  expect(findClaimFieldByPath('credentials.access')).toBe('accessCode')
  expect(findClaimFieldByPath('brands')).toBeNull()
})
