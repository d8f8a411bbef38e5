import { expect, test } from 'vitest'
import { approvalRequest } from '#contract/program-form.ts'
import { checkSchemaRules } from './broken-rules.ts'

test('a company is sent without spaces around it', () => {
  const company = { name: ' Warm Advice GmbH ', registerNumber: 'FN 123456 a', country: 'AT' }
  expect(checkSchemaRules(approvalRequest, company).data).toEqual({ ...company, name: 'Warm Advice GmbH' })
})

test('each field names the first rule that it breaks', () => {
  expect(checkSchemaRules(approvalRequest, { name: ' ', registerNumber: '<', country: 'AT' })).toEqual({
    data: null,
    broken: { name: 'Required', registerNumber: 'Only letters, digits, spaces and the usual punctuation' },
  })
})
