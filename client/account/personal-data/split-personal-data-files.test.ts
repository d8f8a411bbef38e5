import { expect, test } from 'vitest'
import type { PersonalData } from '#contract/personal-data.ts'
import { splitPersonalDataFiles } from './split-personal-data-files.ts'

function fileOf(fileId: string, changes: Partial<PersonalData>): PersonalData {
  const empty = { bytes: null, sha256: null, reason: null, expiresAt: null }
  return {
    ...empty,
    fileId,
    createdAt: '2026-11-26T10:00:00Z',
    name: 'a',
    state: 'READY',
    isOfAppliance: false,
    ...changes,
  }
}

test('an earlier owner sees the newest package, and each ready export of former appliances', () => {
  const items = [
    fileOf('1', { isOfAppliance: true }),
    fileOf('2', { state: 'NOT_READY' }),
    fileOf('3', { isOfAppliance: true, state: 'EXPIRED' }),
    fileOf('4', { isOfAppliance: true }),
    fileOf('5', {}),
  ]
  const { newest, ofAppliances } = splitPersonalDataFiles(items)
  expect([newest?.fileId, ...ofAppliances.map(({ fileId }) => fileId)]).toEqual(['2', '1', '4'])
})
