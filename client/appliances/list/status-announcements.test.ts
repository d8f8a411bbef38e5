import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Translate } from '#client/i18n/message-types.ts'
import { toAppliance } from '../state/appliance.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import { type StatusAnnouncement, announceStateChanges } from './status-announcements.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const words: Readonly<Record<string, string>> = {
  'appliance.name': '{type} {number}',
  'appliance.type.BOILER': 'Boiler',
  'appliance.status-turned': '{name}: {status}.',
  'appliance.status.ERROR': 'Error',
}
const t: Translate = (id, values = {}) =>
  (words[id] ?? id).replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(values[name]))

const appliance = toAppliance(createApiConnection({ gatewayStatus: 'ERROR', faultCode: 'E104', severity: 'ERROR' }), 1)

/** Announces a boiler in ERROR; the test resolves the title of its fault. */
function announce({ isStill = true } = {}) {
  const said: Partial<StatusAnnouncement>[] = []
  const named = Promise.withResolvers<string | null>()
  const announcing = announceStateChanges([appliance], {
    t,
    titleOf: async () => named.promise,
    isStill: () => isStill,
    setAnnouncements: (part) => said.push(part),
  })
  return { said, named, announcing }
}

test('a title that loads soon is announced with its fault', async () => {
  const { said, named, announcing } = announce()
  named.resolve('Burner does not ignite')
  await announcing
  expect(said).toEqual([{ urgent: 'Boiler 1: Error. Burner does not ignite.', polite: '' }])
})

test('a late title is not waited for, and announced politely when it arrives', async () => {
  const { said, named, announcing } = announce()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(said).toEqual([{ urgent: 'Boiler 1: Error.', polite: '' }])
  named.resolve('Burner does not ignite')
  await announcing
  expect(said.slice(1)).toEqual([{ polite: 'Boiler 1: Burner does not ignite.' }])
})

test('if the fault has ended, has no description or its title fails to load, no second announcement follows', async () => {
  for (const end of ['over', 'nameless', 'failed'] as const) {
    const { said, named, announcing } = announce({ isStill: end !== 'over' })
    await vi.advanceTimersByTimeAsync(1_500)
    if (end === 'failed') named.reject(new Error('no network'))
    else named.resolve(end === 'over' ? 'Burner does not ignite' : null)
    await announcing
    expect(said).toHaveLength(1)
  }
})
