import { expect, test } from 'vitest'
import { faultWordsOf } from './fault-words.ts'

test('for an unknown fault, leaving the house at a gas or CO alarm comes before reading the display', () => {
  const { selfHelp } = faultWordsOf({ code: 'Z999', severity: 'ERROR' }, null, (id) => id)
  expect(selfHelp).toEqual(['fault.unknown.safety', 'fault.unknown.note-down'])
})

const echo = (id: string, values?: object) => (values ? `${id} ${JSON.stringify(values)}` : id)

test('the description of the catalogue is used if there is one', () => {
  const description = { title: 'Title' } as Parameters<typeof faultWordsOf>[1]
  expect(faultWordsOf({ code: 'E104', severity: 'ERROR' }, description, echo)).toBe(description)
})

test('an unknown code is named, and its severity says whether the heating works', () => {
  expect(faultWordsOf({ code: 'Z999', severity: 'ERROR' }, null, echo)).toMatchObject({
    title: 'fault.title.code {"code":"Z999"}',
    meaning: 'fault.unknown.meaning',
    heating: 'fault.unknown.heating.ERROR',
    call: 'fault.unknown.call.ERROR',
    emergency: false,
  })
})

test('without a code and a severity, the texts do not say that the heating works', () => {
  expect(faultWordsOf({ code: null, severity: null }, null, echo)).toMatchObject({
    title: 'fault.title.WARNING',
    meaning: 'fault.unknown.meaning.no-code',
    heating: 'fault.unknown.heating.UNKNOWN',
    call: 'fault.unknown.call.UNKNOWN',
  })
})
