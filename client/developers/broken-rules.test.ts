import { expect, test } from 'vitest'
import { approvalWrite } from '#contract/program-form.ts'
import { checkRules } from './broken-rules.ts'

test('a company is sent without spaces around it', () => {
  const company = { name: ' Warm Advice GmbH ', registerNumber: 'FN 123456 a', country: 'AT' }
  expect(checkRules(approvalWrite, company).data).toEqual({ ...company, name: 'Warm Advice GmbH' })
})

test('each field names the first rule that it breaks', () => {
  expect(checkRules(approvalWrite, { name: ' ', registerNumber: '<', country: 'AT' })).toEqual({
    data: null,
    broken: { name: 'Required', registerNumber: 'Only letters, digits, spaces and the usual punctuation' },
  })
})
