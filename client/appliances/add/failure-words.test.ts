import { expect, test } from 'vitest'
import { claimForm } from '#contract/claim.ts'
import type { Failure } from '#client/api.ts'
import type { Translate } from '#client/i18n/text.ts'
import { failureWords } from './failure-words.ts'
import { type ClaimField, fieldMessage, fieldOfPath } from './field-messages.ts'

const t: Translate = (id, values) => `${id}${values ? JSON.stringify(values) : ''}`

function refused(code: Extract<Failure, { kind: 'refused' }>['code'], retryAfterS: number | null = null): Failure {
  return { kind: 'refused', status: 403, code, errors: [], retryAfterS }
}

test('each refusal says what to do', () => {
  expect(failureWords(refused('credentials-rejected'), t)).toBe('add.failed.credentials-rejected')
  expect(failureWords(refused('already-added'), t)).toBe('add.failed.already-added')
  expect(failureWords(refused('unavailable'), t)).toBe('add.failed.other')
  expect(failureWords({ kind: 'network' }, t)).toBe('add.failed.network')
  expect(failureWords({ kind: 'timeout' }, t)).toBe('add.failed.network')
})

test('too many attempts say how long to wait, in whole minutes', () => {
  expect(failureWords(refused('too-many-requests', 61), t)).toBe('add.failed.too-many-requests{"minutes":2}')
  expect(failureWords(refused('too-many-requests', 1), t)).toBe('add.failed.too-many-requests{"minutes":1}')
  expect(failureWords(refused('too-many-requests'), t)).toBe('add.failed.too-many-requests{"minutes":1}')
})

const broken = [
  { serialNumber: '', accessCode: '', userPassword: '' },
  { serialNumber: '12', accessCode: 'abc', userPassword: 'abc' },
  { serialNumber: 'cold-1234567', accessCode: 'a'.repeat(300), userPassword: 'a'.repeat(200) },
]

test.each(broken)('every rule the form can break has its sentence: %o', (form) => {
  const issues = claimForm.safeParse(form).error?.issues ?? []
  expect(issues).toHaveLength(3)
  const speechless = issues.filter(({ path, message }) => fieldMessage(path[0] as ClaimField, message, t) === null)
  expect(speechless).toEqual([])
})

test('a field the server refused is the field of the form', () => {
  expect(fieldOfPath('credentials.access')).toBe('accessCode')
  expect(fieldOfPath('brands')).toBeNull()
})
