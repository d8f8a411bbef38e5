import { expect, test } from 'vitest'
import { validateInvitation, parseInvitationQuery, readStoredInvitation, storeInvitation } from './invitation-slice.ts'

const companyId = '22222222-2222-4222-8222-222222222222'

function storage() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

test('the company id of an invitation is stored in session storage under companyId', () => {
  const tab = storage()
  storeInvitation(tab, validateInvitation({ companyId }))
  expect([...tab.values]).toEqual([['companyId', companyId]])
  expect(readStoredInvitation(tab)).toEqual({ kind: 'invited', companyId })
})

test.each(['', 'acme', `${companyId}x`, null, '../22222222'])('%o is not a company id and is ignored', (candidate) => {
  expect(validateInvitation({ companyId: candidate })).toEqual({ kind: 'none' })
})

test('closing the callout removes the stored id', () => {
  const tab = storage()
  storeInvitation(tab, validateInvitation({ companyId }))
  storeInvitation(tab, { kind: 'none' })
  expect(tab.values.size).toBe(0)
})

const redirectUri = 'https://installer.example/return?visit=1'

test('an invitation may contain a return address, which is stored with it', () => {
  const tab = storage()
  const query = new URLSearchParams({ companyId, redirectUri, sessionId: 'abc' })
  storeInvitation(tab, parseInvitationQuery(query))
  expect(readStoredInvitation(tab)).toEqual({ kind: 'invited', companyId, wayBack: { redirectUri, sessionId: 'abc' } })
  storeInvitation(tab, { kind: 'none' })
  expect(tab.values.size).toBe(0)
})

test.each([
  'javascript:alert(1)',
  'http://installer.example/',
  'data:text/html,x',
  '/appliances',
  '',
  `https://a.example/${'a'.repeat(2000)}`,
])('%s is not a valid return address and is ignored', (address) => {
  const query = new URLSearchParams({ companyId, redirectUri: address })
  expect(parseInvitationQuery(query)).toEqual({ kind: 'invited', companyId })
})

test('a return address that other code wrote to the storage is ignored', () => {
  const tab = storage()
  tab.setItem('companyId', companyId)
  tab.setItem('invitationWayBack', '{"redirectUri":')
  expect(readStoredInvitation(tab)).toEqual({ kind: 'invited', companyId })
})

test('after a hand-over the appliance is stored with the company, and what is not its id is ignored', () => {
  const tab = storage()
  const formerOf = '33333333-3333-4333-8333-333333333333'
  storeInvitation(tab, validateInvitation({ companyId, formerOf }))
  expect(readStoredInvitation(tab)).toEqual({ kind: 'invited', companyId, formerOf })
  tab.setItem('invitationFormerOf', 'x')
  expect(readStoredInvitation(tab)).toEqual({ kind: 'invited', companyId })
  storeInvitation(tab, { kind: 'none' })
  expect(tab.values.size).toBe(0)
})
