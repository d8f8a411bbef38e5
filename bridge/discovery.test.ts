import { expect, test } from 'vitest'
import { datapoints } from '../contract/datapoints.ts'
import own from './package.json' with { type: 'json' }
import { bridgeVersion, describeDevice } from './discovery.ts'
import { testTopics } from './test-home.ts'
import { type PublishedValue, publishedValuesOf } from './published-values.ts'

const id = '0c9a7c8e-4a53-4d25-8a44-0a1f6c1f0b01'
const at = '2026-03-01T00:00:00Z'

/** Returns one value for each datapoint that a gateway can report. */
function allValues(): PublishedValue[] {
  const readings = datapoints.map(({ id: datapoint, values }) => ({
    datapoint,
    unit: values.type === 'number' ? values.unit : null,
    value: { number: 1, boolean: true, enum: 'comfort', text: '' }[values.type],
    at,
  }))
  const state = { type: 'HP', status: 'WORKING', faultCode: null, severity: null }
  return publishedValuesOf({ id, ...state, readings, readAt: Date.parse(at) })
}

const description = describeDevice({
  topics: testTopics,
  portalUrl: 'https://portal.example',
  appliance: { id, type: 'HP' },
  values: allValues(),
}) as { components: Record<string, Record<string, unknown>> }

test('each value of the dictionary becomes an entity with a name', () => {
  const names = Object.values(description.components).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual([
    'Status',
    'Problem',
    'Fault',
    'Heat demand',
    'Outdoor temperature',
    'Flow setpoint',
    'Flow temperature',
    'Burner modulation',
    'Compressor modulation',
    'Room temperature',
    'Room setpoint',
    'Operation mode',
    'Hot water temperature',
    'Hot water setpoint',
    'Hot water charging',
  ])
})

test('each unit of the dictionary is one that Home Assistant has', () => {
  const units = Object.values(description.components).map((one) => one['unit_of_measurement'])
  expect(new Set(units)).toEqual(new Set([undefined, '°C', '%']))
})

test('each entity expires, depends on the bridge and its appliance, and can change nothing', () => {
  expect(description).toMatchObject({
    device: { identifiers: [`gateway_portal_${id}`], name: 'Heat pump' },
    origin: { name: 'gateway-portal-bridge' },
    availability: [{ topic: 'heating/bridge' }, { topic: `heating/${id}/availability` }],
    availability_mode: 'all',
  })
  for (const component of Object.values(description.components)) expect(component['expire_after']).toBe(180)
  expect(JSON.stringify(description)).not.toContain('command')
})

test('the version in the description is that of the package', () => {
  expect(bridgeVersion).toBe(own.version)
})
