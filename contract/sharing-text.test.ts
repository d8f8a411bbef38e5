import { expect, test } from 'vitest'
import { type SharingTextValues, sharingTextOf } from './sharing-text.ts'

const client = { name: 'Warm Advice', companyName: null, registerNumber: null, country: null }
const values: Omit<SharingTextValues, 'client'> = {
  datatypes: ['status'],
  historyMonths: 0,
  purpose: 'other',
  until: '2027-01-01',
}

test.each([
  { isSandbox: false, end: 'sharing.end' },
  { isSandbox: true, end: 'sharing.end.sandbox' },
])('the text of a consent says how to end it: %o', ({ isSandbox, end }) => {
  const lines = sharingTextOf({ ...values, client: { ...client, isSandbox } }, (id) => id).split('\n')
  expect(lines.filter((line) => line.startsWith('sharing.end'))).toEqual([end])
})
