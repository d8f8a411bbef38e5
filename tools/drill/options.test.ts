import { expect, test } from 'vitest'
import { drillOptions } from './options.ts'

test('the usual drill has 200 gateways, 500 pages and 20 people saving', () => {
  expect(drillOptions([])).toMatchObject({
    isShort: false,
    scale: { gateways: 200, pages: 500, savers: 20 },
    tries: undefined,
    identityAwayS: 300,
  })
})

test('its load and its length are chosen by flags', () => {
  const options = drillOptions(['--gateways', '20', '--tries=3', '--only', 'killed'])
  expect(options).toMatchObject({ scale: { gateways: 20, pages: 500 }, tries: 3, only: 'killed' })
})

test.each([[['--gateways', 'many']], [['--tries=0']], [['--fast']], [['more']]])(
  '%s is refused in a sentence',
  (args) => {
    expect(() => drillOptions(args)).toThrow(expect.objectContaining({ name: 'StartError' }))
  },
)
