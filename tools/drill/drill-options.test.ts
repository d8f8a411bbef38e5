import { expect, test } from 'vitest'
import { parseDrillOptions } from './drill-options.ts'

test('flags choose the short drill, its faults and how often each is tried', () => {
  expect(parseDrillOptions([])).toEqual({ isShort: false, tries: undefined, only: undefined, summary: undefined })
  expect(parseDrillOptions(['--short', '--tries=3', '--only', 'killed'])).toMatchObject({
    isShort: true,
    tries: 3,
    only: 'killed',
  })
})

test.each([[['--tries', 'many']], [['--tries=0']], [['--fast']], [['more']]])('%s is refused in a sentence', (args) => {
  expect(() => parseDrillOptions(args)).toThrow(expect.objectContaining({ name: 'StartError' }))
})

test('a wrong number of tries is named', () => {
  expect(() => parseDrillOptions(['--tries=0'])).toThrow('"0" is not a number of at least 1.')
})
