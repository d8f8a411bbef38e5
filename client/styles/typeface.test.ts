import { expect, test } from 'vitest'
import { readTypeface } from './typeface.ts'

const pageWith = (text: string | null) => ({
  getElementById: (id: string) => (id === 'typeface' && text !== null ? ({ textContent: text } as HTMLElement) : null),
})

test('the page uses the typeface of its brand, otherwise the portal’s', () => {
  const gorse = { name: 'Gorse Sans', weights: '400', files: [{ letters: 'U+20-7E', url: '/brand/gorse/a.woff2' }] }
  expect(readTypeface(pageWith(JSON.stringify(gorse)))).toEqual(gorse)
  expect(readTypeface(pageWith(null)).name).toBe('Portal')
})
