import { expect, test } from 'vitest'
import * as access from './access.ts'
import * as activity from './activity.ts'
import { handoverValidDays, handoverRequestBody } from './handover.ts'
import { sessionRef } from './sessions.ts'
import * as takeover from './takeover.ts'

type Schema = { safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined } }

/** Returns the codes of the rules that a value breaks; an empty list if the value is valid. */
function refusals(schema: Schema, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []
}

const reference = 'a'.repeat(22)

test('the limits of access are those of Specification 26', () => {
  const {
    maxPeoplePerAppliance,
    maxOpenInvitations,
    maxInvitationsPerDay,
    invitationValidDays,
    maxOpenAccessRequests,
    accessRequestValidDays,
  } = access
  expect([maxPeoplePerAppliance, maxOpenInvitations, maxInvitationsPerDay, invitationValidDays]).toEqual([
    20, 10, 20, 7,
  ])
  expect([maxOpenAccessRequests, accessRequestValidDays, access.maxAccessYears, handoverValidDays]).toEqual([
    10, 30, 10, 14,
  ])
  expect([takeover.maxTakeoversPerDay, takeover.objectionDays]).toEqual([3, 14])
  expect([takeover.activeOwnerDays, takeover.takeoverBlockedDays]).toEqual([30, 90])
  expect([activity.activityRetentionMonths, activity.maxActivityEntries, activity.defaultActivityEntries]).toEqual([
    12, 100, 30,
  ])
})

test.each([
  [access.personAccessPatch, {}],
  [access.personAccessPatch, { role: 'VIEWER', until: null }],
  [access.personAccessPatch, { until: '2027-01-01T00:00:00+02:00' }],
  [access.accessSettingsPatch, { askFirst: true }],
  [access.accessRequestAnswer, { accept: true }],
  [access.accessRequestAnswer, { accept: true, role: 'CO_OWNER' }],
  [access.invitationRequestBody, { role: 'VIEWER' }],
  [access.invitationRequestBody, { role: 'VIEWER', until: null, email: 'ada@example.com' }],
  [access.invitationResendBody, undefined],
  [access.invitationResendBody, {}],
  [access.invitationResendBody, { email: 'ada@example.com' }],
  [access.invitationAnswer, { accept: true }],
  [access.invitationAnswer, { accept: true, keepPeople: Array.from({ length: 20 }, () => reference) }],
  [handoverRequestBody, {}],
  [handoverRequestBody, { shareFaultHistory: true, email: 'ada@example.com' }],
  [takeover.takeoverAnswer, { agree: false }],
  [access.personRef, reference],
  [sessionRef, '0123456789abcdef'],
] as const)('a request about access is accepted: %#', (schema, body) => {
  expect(refusals(schema as Schema, body)).toEqual([])
})

test.each([
  access.personAccessPatch,
  access.accessSettingsPatch,
  access.accessRequestAnswer,
  access.invitationRequestBody,
  access.invitationResendBody,
  access.invitationAnswer,
  handoverRequestBody,
  takeover.takeoverAnswer,
  takeover.takeoverRequestBody,
  activity.activityQuery,
] as const)('a field that nobody describes is refused: %#', (schema) => {
  const keys = (schema as Schema).safeParse({ unknown: 1 }).error?.issues as { code?: string }[] | undefined
  expect(keys?.some(({ code }) => code === 'unrecognized_keys')).toBe(true)
})

test('references have exactly the characters of their form', () => {
  for (const wrong of [`${reference}a`, reference.slice(1), `${'a'.repeat(21)}!`])
    expect(refusals(access.personRef, wrong)).toEqual(['pattern'])
  for (const wrong of ['0123456789abcdefa', '0123456789abcde', '0123456789abcdeF'])
    expect(refusals(sessionRef, wrong)).toEqual(['pattern'])
})

test('an end of an access is a time, and at most 20 people stay after a hand-over', () => {
  expect(refusals(access.personAccessPatch, { until: 'tomorrow' })).toEqual(['pattern'])
  const keepPeople = Array.from({ length: 21 }, () => reference)
  expect(refusals(access.invitationAnswer, { accept: true, keepPeople })).toEqual(['max-length'])
})

test('activity is read in pages of up to 100 entries, before an entry', () => {
  expect(activity.activityQuery.parse({})).toEqual({})
  expect(activity.activityQuery.parse({ limit: '100', before: '1764180000000-12' })).toEqual({
    limit: 100,
    before: '1764180000000-12',
  })
  for (const limit of ['0', '-1', '1e2', '1000', 'a1', '1a']) {
    expect(refusals(activity.activityQuery, { limit })).toContain('pattern')
  }
  expect(refusals(activity.activityQuery, { limit: '101' })).toHaveLength(1)
  for (const before of ['1', '-1', '1-', 'a1-1', '1-1a', `${'1'.repeat(18)}-1`])
    expect(refusals(activity.activityQuery, { before })).toEqual(['pattern'])
})

test('an entry of an access may leave out the end, the way and the person', () => {
  const entry = { id: '1-1', at: '2026-11-26T10:00:00Z', actor: { type: 'portal' } }
  const given = { ...entry, kind: 'access-given', details: { role: 'VIEWER' } }
  expect(refusals(activity.activityEntry, given)).toEqual([])
  expect(refusals(activity.activityEntry, { ...entry, kind: 'ownership-begun', details: {} })).toEqual([])
})
