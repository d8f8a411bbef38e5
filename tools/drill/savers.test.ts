import { expect, test } from 'vitest'
import { filterPossibleStreets, describeWrongStreet } from './savers.ts'

const saved = { gatewayId: 'g', saved: 'Road 2', maybe: [{ street: 'Road 3', until: Infinity }] }

test('the stored street is that of the last 2xx answer, or a later one without an answer', () => {
  expect(describeWrongStreet(saved, 'Road 2')).toBeUndefined()
  expect(describeWrongStreet(saved, 'Road 3')).toBeUndefined()
})

test('an older address is a loss, and so is none', () => {
  expect(describeWrongStreet(saved, 'Road 1')).toContain('was saved as "Road 2" and is "Road 1"')
  expect(describeWrongStreet(saved, undefined)).toContain('is ""')
})

test('what went unanswered may stand there for however long nothing is taken, and come late for a while', () => {
  const [long, lately] = [
    { street: 'Road 3', until: Date.now() - 1 },
    { street: 'Road 4', until: Infinity },
  ]
  const refused = { street: 'Road 5', until: 0 }
  for (const kind of ['away', 'lost', 'refused'] as const)
    expect(filterPossibleStreets([long, lately, refused], { kind })).toEqual([long, lately])
  expect(filterPossibleStreets([long, lately, refused], { kind: 'done' })).toEqual([lately])
  expect(describeWrongStreet({ ...saved, maybe: [long] }, 'Road 3')).toBeUndefined()
})

test('before anything was answered nothing is expected', () => {
  expect(describeWrongStreet({ ...saved, saved: undefined }, 'anything')).toBeUndefined()
})
