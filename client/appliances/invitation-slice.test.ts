import { expect, test } from 'vitest'
import { invitationOf, readInvitation, writeInvitation } from './invitation-slice.ts'

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

test('the company id of an invitation is kept in session storage under companyId', () => {
  const tab = storage()
  writeInvitation(tab, invitationOf(companyId))
  expect([...tab.values]).toEqual([['companyId', companyId]])
  expect(readInvitation(tab)).toEqual({ kind: 'invited', companyId })
})

test.each(['', 'acme', `${companyId}x`, null, '../22222222'])('%o is no company id and is ignored', (candidate) => {
  expect(invitationOf(candidate)).toEqual({ kind: 'none' })
})

test('closing the callout removes the stored id', () => {
  const tab = storage()
  writeInvitation(tab, invitationOf(companyId))
  writeInvitation(tab, { kind: 'none' })
  expect(tab.values.size).toBe(0)
})
