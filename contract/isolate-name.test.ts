import { expect, test } from 'vitest'
import { isolateName } from './isolate-name.ts'

test('a name from right to left is isolated from the text around it, every other name stays as it is', () => {
  expect(isolateName('דירה 12!')).toBe('\u2068דירה 12!\u2069')
  expect(isolateName('House البيت')).toBe('\u2068House البيت\u2069')
  for (const name of ['Cellar', 'Sklep č. 2', '🔥', 'Κελάρι', '地下室']) expect(isolateName(name)).toBe(name)
})
