import type { Example } from '#client/ui/example.ts'
import {
  hoursAgo,
  carbonMonoxideFault,
  mildReadings,
  noFlameFault,
  type CardSample,
  SampleCard,
  settledService,
} from '#test/client/sample-card.tsx'
import { aCompany, aProviderContract, aSupportContract } from '#test/client/appliance-state.ts'

const heating: CardSample = { connection: {}, readings: { ...mildReadings, burnerModulation: 35 } }

const seenBy = {
  'a co-owner': { role: 'CO_OWNER' },
  'a viewer': { role: 'VIEWER', service: { ...settledService, canEditContract: false } },
} as const

const withPhone = { ...aProviderContract, company: { ...aCompany, phone: '+49 711 2345678' } }

/**
 * Cards that differ in more than status and type. `appliance-states.examples.tsx` has the cards of each status and
 * type.
 */
const samples: Readonly<Record<string, CardSample>> = {
  'without an address': {
    connection: { service: { canEditContract: true, address: null, contracts: [] } },
    readings: { ...mildReadings, burnerModulation: 0 },
  },
  'with an address, without a service provider': {
    connection: { service: { ...settledService, contracts: [] } },
    readings: mildReadings,
  },
  'an answer of the service provider is awaited': {
    connection: { service: { ...settledService, contracts: [{ ...aProviderContract, status: 'PENDING' }] } },
    readings: mildReadings,
  },
  'declined by the service provider': {
    connection: { service: { ...settledService, contracts: [{ ...aProviderContract, status: 'DECLINED' }] } },
    readings: mildReadings,
  },
  'without the latest consent': {
    connection: {
      service: { ...settledService, contracts: [{ ...aProviderContract, hasLatestConsentVersion: false }] },
    },
    readings: mildReadings,
  },
  'all three tabs settled': {
    connection: {
      service: { ...settledService, contracts: [aProviderContract, { ...aSupportContract, status: 'ACTIVE' }] },
    },
    readings: mildReadings,
  },
  'with little to say': { connection: { applianceType: 'UNKNOWN' }, readings: { roomTemperature: 20.2 }, day: 'empty' },
  'added a moment ago': { connection: { statusSince: hoursAgo(0) }, day: 'empty' },
  'added some hours ago': { ...heating, day: 'begun' },
  'a fault, with the telephone of the service provider': {
    connection: {
      gatewayStatus: 'ERROR',
      faultCode: 'E104',
      severity: 'ERROR',
      service: { ...settledService, contracts: [withPhone] },
    },
    readings: { ...mildReadings, burnerModulation: 0 },
    fault: noFlameFault,
  },
  'a fault without a service provider': {
    connection: {
      gatewayStatus: 'ERROR',
      faultCode: 'E104',
      severity: 'ERROR',
      service: { ...settledService, contracts: [] },
    },
    fault: noFlameFault,
  },
  'a warning that nobody has described': {
    connection: { gatewayStatus: 'WARNING', faultCode: 'X-77', severity: 'WARNING' },
    readings: { ...mildReadings, burnerModulation: 35 },
  },
  'well, some hours after an emergency': {
    connection: { gatewayStatus: 'ONLINE', lastEmergencyAt: hoursAgo(5) },
    readings: mildReadings,
  },
  'a name of 40 characters': { ...heating, connection: { name: 'Bergstraße 14, Hinterhaus, 2. OG rechts!' } },
  'a name of one long word': { ...heating, connection: { name: 'Donaudampfschifffahrtsgesellschaftskeller' } },
  'a name from right to left, and emoji': { ...heating, connection: { name: 'בית החוף 🏖️🔥' } },
  'values at their limits': {
    connection: {},
    readings: {
      roomTemperature: -20,
      roomSetpoint: 35,
      hotWaterTemperature: 120,
      flowTemperature: -18.4,
      outdoorTemperature: -48.5,
      burnerModulation: 100,
    },
  },
  ...Object.fromEntries(
    Object.entries(seenBy).flatMap(([who, connection]): [string, CardSample][] => [
      [`working, seen by ${who}`, { ...heating, connection }],
      [
        `without a service provider, seen by ${who}`,
        { readings: mildReadings, connection: { ...connection, service: { ...serviceOf(connection), contracts: [] } } },
      ],
      [
        `a fault, seen by ${who}`,
        {
          connection: { ...connection, gatewayStatus: 'ERROR', faultCode: 'E104', severity: 'ERROR' },
          readings: mildReadings,
          fault: noFlameFault,
        },
      ],
      [
        `an emergency, seen by ${who}`,
        {
          connection: { ...connection, gatewayStatus: 'ERROR', faultCode: 'G902', severity: 'ERROR' },
          fault: carbonMonoxideFault,
        },
      ],
    ]),
  ),
}

function serviceOf(connection: (typeof seenBy)[keyof typeof seenBy]): typeof settledService {
  return 'service' in connection ? connection.service : settledService
}

export const examples: Example[] = Object.entries(samples).map(([name, sample]) => ({
  name,
  render: (context) => <SampleCard sample={sample} context={context} />,
}))
