import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { type GatewayStatus, gatewayStatuses } from '#contract/appliance.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { createTranslation } from '#client/i18n/translation.ts'
import { toAppliances } from '#client/appliances/state/appliance.ts'
import { createApiConnection, testAddress } from '#test/client/api-connection.ts'
import { searchAppliances } from './search-appliances.ts'
import { readFoldingChoices, writeFoldingChoices } from './card-folding.ts'
import {
  createListArrangement,
  sortByListArrangement,
  countConditions,
  hasUrgentBelowOthers,
  assessApplianceCondition,
} from './list-arrangement.ts'
import { formatConditionSummary } from './condition-summary.tsx'

const now = Date.parse('2026-03-01T18:00:00Z')
const names = { nameOf: ({ name }: { name: string | null }) => name ?? '', locale: 'en', now }

function listOf(...given: readonly [name: string, status: GatewayStatus][]) {
  return toAppliances(
    given.map(([name, gatewayStatus], index) => createApiConnection({ id: `${index}`, name, gatewayStatus })),
  )
}

const mixed = listOf(
  ['Boiler 10', 'WORKING'],
  ['Boiler 9', 'UNKNOWN'],
  ['Zoo', 'ERROR'],
  ['Attic', 'OFFLINE'],
  ['Cellar', 'WARNING'],
)

test('appliances that need attention come first, the worst before the rest, then all by name', () => {
  const shown = sortByListArrangement(mixed, createListArrangement(mixed, names))
  expect(shown.map(({ name }) => name)).toEqual(['Zoo', 'Cellar', 'Attic', 'Boiler 9', 'Boiler 10'])
})

test('the number in a title follows the order of the API, not the display order', () => {
  const shown = sortByListArrangement(mixed, createListArrangement(mixed, names))
  expect(shown.map(({ placementInType }) => placementInType)).toEqual([3, 1, 2, 4, 5])
})

test('status changes do not change the order, and new appliances come first', () => {
  const status = fc.constantFrom(...gatewayStatuses)
  fc.assert(
    fc.property(fc.array(fc.tuple(status, status), { maxLength: 30 }), (each) => {
      const before = listOf(...each.map(([was], index) => [`${index}`, was] as [string, GatewayStatus]))
      const after = listOf(...each.map(([, is], index) => [`${index}`, is] as [string, GatewayStatus]))
      const arrangement = createListArrangement(before, names)
      expect(sortByListArrangement(after, arrangement).map(({ id }) => id)).toEqual(arrangement.order)
      expect(hasUrgentBelowOthers(sortByListArrangement(before, arrangement), now)).toBe(false)
      const grown = sortByListArrangement(
        [...after, ...toAppliances([createApiConnection({ id: 'new' })])],
        arrangement,
      )
      expect(grown[0]?.id).toBe('new')
    }),
  )
})

test('a need for attention further down the list is noticed', () => {
  expect(hasUrgentBelowOthers(listOf(['A', 'WORKING'], ['B', 'ERROR']), now)).toBe(true)
  expect(hasUrgentBelowOthers(listOf(['A', 'ERROR'], ['B', 'UNKNOWN'], ['C', 'ONLINE']), now)).toBe(false)
})

test('each appliance counts once; one that has never reported is neither well nor in need of attention', () => {
  expect(countConditions(mixed, now)).toEqual({ attention: 3, well: 1, silent: 1 })
  expect(assessApplianceCondition({ applianceStatus: 'ONLINE', lastEmergency: { kind: 'none' } }, now)).toBe('well')
})

test('the summary mentions only what applies', async () => {
  const { t } = await english()
  expect(formatConditionSummary(mixed, now, t)).toBe('3 need attention, 1 is well, 1 has not reported yet')
  expect(formatConditionSummary(listOf(['A', 'ERROR'], ['B', 'ONLINE'], ['C', 'WORKING']), now, t)).toBe(
    '1 needs attention, 2 are well',
  )
  expect(formatConditionSummary(listOf(['A', 'WORKING'], ['B', 'ONLINE']), now, t)).toBe('All 2 are well')
  expect(formatConditionSummary(listOf(['A', 'UNKNOWN'], ['B', 'UNKNOWN']), now, t)).toBe('2 have not reported yet')
})

test('in the 24 hours after an emergency an appliance needs attention, and not all are well', async () => {
  const { t } = await english()
  const [quiet, ended, old] = listOf(['A', 'WORKING'], ['B', 'ONLINE'], ['C', 'WORKING']).map((each, index) => {
    const at = now - (index === 1 ? 23 : 25) * hourMs
    return index === 0 ? each : { ...each, lastEmergency: { kind: 'reported' as const, at } }
  })
  if (!quiet || !ended || !old) throw new Error('There are three.')
  expect(formatConditionSummary([quiet, ended, old], now, t)).toBe('1 needs attention, 2 are well')
  expect(formatConditionSummary([quiet, old], now, t)).toBe('All 2 are well')
  expect(formatConditionSummary([quiet, { ...old, lastEmergency: { kind: 'unknown' } }], now, t)).toBe(
    '1 needs attention, 1 is well',
  )
  expect(
    sortByListArrangement([quiet, ended], createListArrangement([quiet, ended], names)).map(({ name }) => name),
  ).toEqual(['B', 'A'])
})

test('the search finds by name, title, address and Gateway ID, in any spelling', () => {
  const address = { ...testAddress, street: ['Weißdornweg 12'], city: 'Tromsø' }
  const appliances = toAppliances([
    createApiConnection({
      id: 'a',
      name: 'Côté jardin',
      credentials: { serial: '100300400' },
      service: { canEditContract: true, address, contracts: [] },
    }),
    createApiConnection({ id: 'b', credentials: { serial: '929220810' } }),
  ])
  const found = (query: string) =>
    searchAppliances(appliances, query, ({ name, placementInType }) => `${name ?? ''}, Boiler ${placementInType}`).map(
      ({ id }) => id,
    )
  for (const query of ['cote', 'JARDIN côté', 'weissdorn', 'tromso 80331', 'boiler 2', '80331', 'ardi'])
    expect(found(query)).toEqual(['a'])
  for (const query of ['929220810', '929 220 810', '929-220', 'boiler 1 929220810']) expect(found(query)).toEqual(['b'])
  expect(found('  ')).toEqual(['a', 'b'])
  expect(found('jardin 929220810')).toEqual([])
})

test('the search finds short words of a name that is written from right to left', () => {
  const appliances = toAppliances([createApiConnection({ name: 'בית 2' })])
  expect(
    searchAppliances(appliances, '2 בי', ({ name }) => `${isolateNameDirection(name ?? '')}, Boiler 1`),
  ).toHaveLength(1)
})

test('the unfolded cards are read as stored, and unreadable content counts as none', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  writeFoldingChoices(storage, { a: true, b: false })
  expect(readFoldingChoices(storage)).toEqual({ a: true, b: false })
  for (const broken of ['{', '[]', '{"a":1}']) expect(readFoldingChoices({ getItem: () => broken })).toEqual({})
  expect(
    readFoldingChoices({
      getItem() {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  ).toEqual({})
})

async function english() {
  const { default: en } = await import('#texts/en/page.json', { with: { type: 'json' } })
  const { compileMessageOrThrow } = await import('@lingui/message-utils/compileMessage')
  const compiled = Object.entries(en).map(([id, text]) => [id, compileMessageOrThrow(text)])
  return createTranslation({
    load: async () => Object.fromEntries(compiled),
    keeping: { getItem: () => 'en', setItem: () => {} },
    preferred: ['en-GB'],
    onLanguage: () => {},
  })
}
