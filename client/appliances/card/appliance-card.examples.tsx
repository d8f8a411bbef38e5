import type { Example } from '#client/ui/example.ts'
import {
  hoursAgo,
  carbonMonoxide,
  mild,
  noFlame,
  type CardSample,
  SampleCard,
  settled,
} from '#test/client/sample-card.tsx'
import { aCompany, aProviderContract, aSupportContract } from '#test/client/appliance-state.ts'

const heating: CardSample = { connection: {}, readings: { ...mild, burnerModulation: 35 } }

const seenBy = {
  'a co-owner': { role: 'CO_OWNER' },
  'a viewer': { role: 'VIEWER', service: { ...settled, canEditContract: false } },
} as const

const withPhone = { ...aProviderContract, company: { ...aCompany, phone: '+49 711 2345678' } }

/**
 * Cards that differ in more than status and type. `appliance-states.examples.tsx` has the cards of each status and
 * type.
 */
const samples: Readonly<Record<string, CardSample>> = {
  'without an address': {
    connection: { service: { canEditContract: true, address: null, contracts: [] } },
    readings: { ...mild, burnerModulation: 0 },
  },
  'with an address, without a service provider': {
    connection: { service: { ...settled, contracts: [] } },
    readings: mild,
  },
  'an answer of the service provider is awaited': {
    connection: { service: { ...settled, contracts: [{ ...aProviderContract, status: 'PENDING' }] } },
    readings: mild,
  },
  'declined by the service provider': {
    connection: { service: { ...settled, contracts: [{ ...aProviderContract, status: 'DECLINED' }] } },
    readings: mild,
  },
  'without the latest consent': {
    connection: { service: { ...settled, contracts: [{ ...aProviderContract, hasLatestConsentVersion: false }] } },
    readings: mild,
  },
  'all three tabs settled': {
    connection: {
      service: { ...settled, contracts: [aProviderContract, { ...aSupportContract, status: 'ACTIVE' }] },
    },
    readings: mild,
  },
  'with little to say': { connection: { applianceType: 'UNKNOWN' }, readings: { roomTemperature: 20.2 }, day: 'empty' },
  'added a moment ago': { connection: { statusSince: hoursAgo(0) }, day: 'empty' },
  'added some hours ago': { ...heating, day: 'begun' },
  'a fault, with the telephone of the service provider': {
    connection: {
      gatewayStatus: 'ERROR',
      faultCode: 'E104',
      severity: 'ERROR',
      service: { ...settled, contracts: [withPhone] },
    },
    readings: { ...mild, burnerModulation: 0 },
    fault: noFlame,
  },
  'a fault without a service provider': {
    connection: {
      gatewayStatus: 'ERROR',
      faultCode: 'E104',
      severity: 'ERROR',
      service: { ...settled, contracts: [] },
    },
    fault: noFlame,
  },
  'a warning that nobody has described': {
    connection: { gatewayStatus: 'WARNING', faultCode: 'X-77', severity: 'WARNING' },
    readings: { ...mild, burnerModulation: 35 },
  },
  'well, some hours after an emergency': {
    connection: { gatewayStatus: 'ONLINE', lastEmergencyAt: hoursAgo(5) },
    readings: mild,
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
        { readings: mild, connection: { ...connection, service: { ...serviceOf(connection), contracts: [] } } },
      ],
      [
        `a fault, seen by ${who}`,
        {
          connection: { ...connection, gatewayStatus: 'ERROR', faultCode: 'E104', severity: 'ERROR' },
          readings: mild,
          fault: noFlame,
        },
      ],
      [
        `an emergency, seen by ${who}`,
        {
          connection: { ...connection, gatewayStatus: 'ERROR', faultCode: 'G902', severity: 'ERROR' },
          fault: carbonMonoxide,
        },
      ],
    ]),
  ),
}

function serviceOf(connection: (typeof seenBy)[keyof typeof seenBy]): typeof settled {
  return 'service' in connection ? connection.service : settled
}

export const examples: Example[] = Object.entries(samples).map(([name, sample]) => ({
  name,
  render: (context) => <SampleCard sample={sample} context={context} />,
}))
