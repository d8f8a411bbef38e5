import { expect, test } from 'vitest'
import type { Translate } from '#client/i18n/message-types.ts'
import { formatStatusChipText } from './appliance-frame.tsx'

const now = new Date(2026, 2, 1, 15, 0).getTime()
const since = new Date(2026, 2, 1, 14, 3).toISOString()

const t: Translate = (id, values) => `${id}(${Object.values(values ?? {}).join(', ')})`
const base = { now, locale: 'en-GB', t, freshness: { kind: 'live' } as const }

test('the chip shows since when', () => {
  expect(formatStatusChipText({ ...base, appliance: { applianceStatus: 'WORKING', statusSince: since } })).toBe(
    'appliance.status-since(appliance.status.WORKING(), 14:03)',
  )
})

test('before the first report the chip has only the status', () => {
  expect(formatStatusChipText({ ...base, appliance: { applianceStatus: 'UNKNOWN', statusSince: null } })).toBe(
    'appliance.status.UNKNOWN()',
  )
})

test('old data shows when it was last seen', () => {
  const freshness = { kind: 'old', at: new Date(2026, 2, 1, 14, 40).getTime(), cause: 'silent' } as const
  expect(
    formatStatusChipText({ ...base, freshness, appliance: { applianceStatus: 'WORKING', statusSince: since } }),
  ).toBe('appliance.status.WORKING() · appliance.last-seen(14:40)')
})
