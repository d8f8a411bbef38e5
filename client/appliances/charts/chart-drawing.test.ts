import { expect, test } from 'vitest'
import { redrawOnTypefaceLoad } from './chart-drawing.ts'

test('a chart is drawn again when a typeface is loaded, until it is removed', () => {
  const fonts = new EventTarget()
  let drawn = 0
  const stop = redrawOnTypefaceLoad({ fonts }, () => (drawn += 1))
  fonts.dispatchEvent(new Event('loadingdone'))
  expect(drawn).toBe(1)
  stop()
  fonts.dispatchEvent(new Event('loadingdone'))
  expect(drawn).toBe(1)
})
