import { expect, test } from 'vitest'
import { compileCatalog } from './catalogs.ts'

test('a catalog is compiled when the page is built', () => {
  const code = compileCatalog('{"card.since":"{status} since {time}"}', 'en.json')
  expect(code).toContain('[[\\"status\\"],\\" since \\",[\\"time\\"]]')
})

test('a message that is not ICU stops the build with its name', () => {
  expect(() => compileCatalog('{"bad":"{open"}', 'de.json')).toThrow(/de\.json: the message "bad"/u)
})
