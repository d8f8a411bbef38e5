import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { gatewayStatuses } from '#contract/appliance.ts'
import { languages } from '#contract/languages.ts'
import { catalogFileNames, readCatalog, readCatalogFile } from '#test/text-catalogs.ts'

const english = readCatalog('en')

/** Returns the names of a message's placeholders, such as `minutes` and `brand`. */
function placeholdersOf(message: string): string[] {
  return [...new Set(placeholdersIn(compileMessageOrThrow(message)).map(([name]) => name))].toSorted()
}

/** Returns the names of the numbers by which a message chooses a plural form. */
function countedBy(message: string): string[] {
  return placeholdersIn(compileMessageOrThrow(message)).flatMap(([name, kind]) => (kind === 'plural' ? [name] : []))
}

function placeholdersIn(tokens: CompiledMessage): [name: string, kind: string | undefined][] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return []
    const [name, kind, choices] = token
    const inner = Object.values((choices ?? {}) as Record<string, CompiledMessage | number | undefined>)
    return [[name, kind], ...inner.flatMap((each) => (Array.isArray(each) ? placeholdersIn(each) : []))]
  })
}

/** Returns the plural forms in each plural of a message. */
function pluralFormsOf(message: string): string[][] {
  return compileMessageOrThrow(message).flatMap((token) => {
    if (typeof token === 'string' || token[1] !== 'plural') return []
    const forms = Object.keys(token[2] as object)
    return [forms.filter((form) => form !== 'offset' && !/^\d+$/.test(form)).toSorted()]
  })
}

test.each(languages)('the keys of the catalogs in %s are in order, and no two parts have the same one', (language) => {
  const keysByPart = catalogFileNames.map((part) => Object.keys(readCatalogFile(part, language)))
  for (const keys of keysByPart) expect(keys).toEqual(keys.toSorted())
  expect(Object.keys(readCatalog(language))).toHaveLength(keysByPart.flat().length)
})

test.each(languages)('every message of %s has text and the placeholders of the English one', (language) => {
  const wrong = Object.entries(readCatalog(language)).filter(([key, message]) => {
    const placeholders = placeholdersOf(english[key] ?? '')
    return message.trim() === '' || placeholdersOf(message).join() !== placeholders.join()
  })
  expect(wrong).toEqual([])
})

/** The values to test for each counted number, by its name. */
const counts: Readonly<Record<string, readonly number[]>> = {
  count: [1, 2, 5, 1000],
  days: [30],
  max: [12, 30, 64, 128, 254, 256],
  min: [4],
  minutes: [1, 2, 5, 60],
}

test.each(languages)('each plural in %s has the forms that its numbers need', (language) => {
  const rules = new Intl.PluralRules(language)
  const varies = Object.entries(counts).flatMap(([name, numbers]) =>
    new Set(['other', ...numbers.map((number) => rules.select(number))]).size > 1 ? [name] : [],
  )
  const wrong = Object.entries(readCatalog(language)).filter(([, message]) => {
    const needed = varies.filter((name) => placeholdersOf(message).includes(name))
    return needed.some((name) => !countedBy(message).includes(name))
  })
  expect(wrong).toEqual([])
})

test.each(languages)('every plural of %s has all forms of the language', (language) => {
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
  const wrong = Object.entries(readCatalog(language)).filter(([, message]) =>
    pluralFormsOf(message).some((forms) => forms.join() !== needed.join()),
  )
  expect(wrong).toEqual([])
})

test('French has a no-break space before high punctuation and inside its quotation marks', () => {
  expect(
    Object.entries(readCatalog('fr')).filter(([, message]) => /[^\u00A0][:;!?»](?!\S)|«[^\u00A0]/u.test(message)),
  ).toEqual([])
})

test.each(languages.filter((language) => language !== 'en'))('%s writes the apostrophe of print', (language) => {
  expect(Object.entries(readCatalog(language)).filter(([, message]) => message.includes("'"))).toEqual([])
})

/** The number of letters that fit next to a chip's icon on a phone of 360 px. */
const lettersOfChip = 36

test.each(languages)('a chip with a time of today fits in one line on a phone in %s', (language) => {
  const catalog = readCatalogFile('page', language)
  const said = gatewayStatuses.flatMap((name) => {
    const status = catalog[`appliance.status.${name}`] ?? ''
    const since = catalog['appliance.status-since']?.replace('{status}', status)
    return [since, `${status} · ${catalog['appliance.last-seen']}`].map((text) => text?.replace('{time}', '14:03'))
  })
  expect(said.filter((text = '') => text.length > lettersOfChip)).toEqual([])
})
