import { expect, test } from 'vitest'
import { api } from './api.ts'
import { listFirstCalls } from './first-calls.ts'

test('the list needs person, terms and list; the account needs person and terms; a public page needs nothing', () => {
  const guarded = [api.readUser.path, api.readTermsStatus.path]
  const listed = [...guarded, `${api.listConnections.path}?brand=cedar`]
  for (const path of ['/', '/invite', '/appliances', '/appliances/7/history'])
    expect(listFirstCalls(path, 'cedar'), path).toEqual(listed)
  for (const path of ['/account', '/account-add']) expect(listFirstCalls(path, 'cedar'), path).toEqual(guarded)
  for (const path of ['/info', '/help', '/policies/en/GB/tos', '/appliancesx'])
    expect(listFirstCalls(path, 'cedar'), path).toEqual([])
})
