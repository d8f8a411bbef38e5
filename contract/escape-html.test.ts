import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test('text in HTML has no characters of markup', () => {
  expect(escapeHtml(`<a href="x">'&'</a>`)).toBe('&#60;a href=&#34;x&#34;&#62;&#39;&#38;&#39;&#60;/a&#62;')
})
