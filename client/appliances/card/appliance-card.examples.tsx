import type { Example } from '#client/ui/example.ts'
import {
  isoTimeHoursAgo,
  carbonMonoxideFault,
  sampleReadings,
  noFlameFault,
  type CardSample,
  SampleCard,
  serviceWithActiveContract,
} from '#test/client/sample-card.tsx'
import { testCompany, testProviderContract, testSupportContract } from '#test/client/api-connection.ts'

const heating: CardSample = { connection: {}, readings: { ...sampleReadings, burnerModulation: 35 } }

const seenBy = {
  'a co-owner': { role: 'CO_OWNER' },
  'a viewer': { role: 'VIEWER', service: { ...serviceWithActiveContract, canEditContract: false } },
} as const

const withPhone = { ...testProviderContract, company: { ...testCompany, phone: '+49 711 2345678' } }
const withEmail = { ...testProviderContract, company: { ...testCompany, email: 'service@heiz.example' } }

/**
 * Cards that differ in more than status and type. `appliance-states.examples.tsx` has the cards of each status and
 * type.
 */
const samples: Readonly<Record<string, CardSample>> = {
  'without an address': {
    connection: { service: { canEditContract: true, address: null, contracts: [] } },
    readings: { ...sampleReadings, burnerModulation: 0 },
  },
  'with an address, without a service provider': {
    connection: { service: { ...serviceWithActiveContract, contracts: [] } },
    readings: sampleReadings,
  },
  'an answer of the service provider is awaited': {
    connection: {
      service: { ...serviceWithActiveContract, contracts: [{ ...testProviderContract, status: 'PENDING' }] },
    },
    readings: sampleReadings,
  },
  'declined by the service provider': {
    connection: {
      service: { ...serviceWithActiveContract, contracts: [{ ...testProviderContract, status: 'DECLINED' }] },
    },
    readings: sampleReadings,
  },
  'without the latest consent': {
    connection: {
      service: {
        ...serviceWithActiveContract,
        contracts: [{ ...testProviderContract, hasLatestConsentVersion: false }],
      },
    },
    readings: sampleReadings,
  },
  'all three tabs settled': {
    connection: {
      service: {
        ...serviceWithActiveContract,
        contracts: [testProviderContract, { ...testSupportContract, status: 'ACTIVE' }],
      },
    },
    readings: sampleReadings,
  },
  'with little to say': { connection: { applianceType: 'UNKNOWN' }, readings: { roomTemperature: 20.2 }, day: 'empty' },
  'added a moment ago': { connection: { statusSince: isoTimeHoursAgo(0) }, day: 'empty' },
  'added some hours ago': { ...heating, day: 'begun' },
  'a fault, with the telephone of the service provider': {
    connection: {
      gatewayStatus: 'ERROR',
      faultCode: 'E104',
      severity: 'ERROR',
      service: { ...serviceWithActiveContract, contracts: [withPhone] },
    },
    readings: { ...sampleReadings, burnerModulation: 0 },
    fault: noFlameFault,
  },
  'a fault, with only the email of the service provider': {
    connection: {
      gatewayStatus: 'ERROR',
      faultCode: 'E104',
      severity: 'ERROR',
      service: { ...serviceWithActiveContract, contracts: [withEmail] },
    },
    readings: { ...sampleReadings, burnerModulation: 0 },
    fault: noFlameFault,
  },
  'a fault without a service provider': {
    connection: {
      gatewayStatus: 'ERROR',
      faultCode: 'E104',
      severity: 'ERROR',
      service: { ...serviceWithActiveContract, contracts: [] },
    },
    fault: noFlameFault,
  },
  'a warning that nobody has described': {
    connection: { gatewayStatus: 'WARNING', faultCode: 'X-77', severity: 'WARNING' },
    readings: { ...sampleReadings, burnerModulation: 35 },
  },
  'well, some hours after an emergency': {
    connection: { gatewayStatus: 'ONLINE', lastEmergencyAt: isoTimeHoursAgo(5) },
    readings: sampleReadings,
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
        {
          readings: sampleReadings,
          connection: { ...connection, service: { ...serviceOf(connection), contracts: [] } },
        },
      ],
      [
        `a fault, seen by ${who}`,
        {
          connection: { ...connection, gatewayStatus: 'ERROR', faultCode: 'E104', severity: 'ERROR' },
          readings: sampleReadings,
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

function serviceOf(connection: (typeof seenBy)[keyof typeof seenBy]): typeof serviceWithActiveContract {
  return 'service' in connection ? connection.service : serviceWithActiveContract
}

export const examples: Example[] = Object.entries(samples).map(([name, sample]) => ({
  name,
  render: (context) => <SampleCard sample={sample} context={context} />,
}))
