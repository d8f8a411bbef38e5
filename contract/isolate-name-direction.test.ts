import { expect, test } from 'vitest'
import { isolateNameDirection } from './isolate-name-direction.ts'

test('a name from right to left is isolated from the text around it, every other name stays as it is', () => {
  expect(isolateNameDirection('דירה 12!')).toBe('\u2068דירה 12!\u2069')
  expect(isolateNameDirection('House البيت')).toBe('\u2068House البيت\u2069')
  for (const name of ['Cellar', 'Sklep č. 2', '🔥', 'Κελάρι', '地下室']) expect(isolateNameDirection(name)).toBe(name)
})
