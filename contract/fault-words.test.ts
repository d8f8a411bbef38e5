import { expect, test } from 'vitest'
import { faultWordsOf } from './fault-words.ts'

test('for an unknown fault, leaving the house at a gas or CO alarm comes before reading the display', () => {
  const { selfHelp } = faultWordsOf({ code: 'Z999', severity: 'ERROR' }, null, (id) => id)
  expect(selfHelp).toEqual(['fault.unknown.safety', 'fault.unknown.note-down'])
})
