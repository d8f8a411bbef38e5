import type { ApplianceType } from '#contract/appliance.ts'
import type { Example } from '#client/ui/example.ts'
import type { Readings } from '../readings/readings-slice.ts'
import {
  isoTimeHoursAgo,
  carbonMonoxideFault,
  sampleReadings,
  noFlameFault,
  type CardSample,
  SampleCard,
} from '#test/client/sample-card.tsx'

const types: readonly { type: ApplianceType; name: string; atWork: Readings; atRest: Readings }[] = [
  {
    type: 'BOILER',
    name: 'boiler',
    atWork: { ...sampleReadings, burnerModulation: 35 },
    atRest: { ...sampleReadings, burnerModulation: 0 },
  },
  {
    type: 'HP',
    name: 'heat pump',
    atWork: { ...sampleReadings, compressorModulation: 62 },
    atRest: { ...sampleReadings, compressorModulation: 0 },
  },
  {
    type: 'HYBRID',
    name: 'hybrid',
    atWork: { ...sampleReadings, burnerModulation: 20, compressorModulation: 62, hotWaterCharging: true },
    atRest: { ...sampleReadings, burnerModulation: 0, compressorModulation: 0 },
  },
  { type: 'UNKNOWN', name: 'heating system', atWork: sampleReadings, atRest: sampleReadings },
]

/** The states of a card, for each type of appliance. Specification 2.6. */
export const examples: Example[] = types.flatMap(({ type, name, atWork, atRest }) =>
  Object.entries(samplesOf(atWork, atRest)).map(([state, sample]) => ({
    name: `${name}: ${state}`,
    render: (context) => (
      <SampleCard sample={{ ...sample, connection: { ...sample.connection, applianceType: type } }} context={context} />
    ),
  })),
)

function samplesOf(atWork: Readings, atRest: Readings): Record<string, CardSample> {
  return {
    'never reported': { connection: { gatewayStatus: 'UNKNOWN', statusSince: null } },
    loading: { connection: {}, day: 'loading' },
    connecting: { connection: {}, readings: atWork, freshness: 'connecting' },
    online: { connection: { gatewayStatus: 'ONLINE' }, readings: atRest },
    working: { connection: {}, readings: atWork },
    warning: {
      connection: { gatewayStatus: 'WARNING', faultCode: 'W201', severity: 'WARNING' },
      readings: atWork,
      fault: { ...noFlameFault, code: 'W201', severity: 'WARNING', title: 'Water pressure is low' },
    },
    error: {
      connection: { gatewayStatus: 'ERROR', faultCode: 'E104', severity: 'ERROR' },
      readings: atRest,
      fault: noFlameFault,
    },
    emergency: {
      connection: { gatewayStatus: 'ERROR', faultCode: 'G902', severity: 'ERROR' },
      readings: atRest,
      fault: carbonMonoxideFault,
    },
    offline: { connection: { gatewayStatus: 'OFFLINE', statusSince: isoTimeHoursAgo(9) }, readings: atWork },
    old: { connection: {}, readings: atWork, freshness: 'old' },
    failed: { connection: {}, readings: atWork, day: 'failed' },
  }
}
