import type { Example } from '#client/ui/example.ts'
import {
  type CardSample,
  sampleReadings,
  serviceWithActiveContract,
  SampleApplianceProvider,
} from '#test/client/sample-card.tsx'
import { ApplianceHistory } from './history-page.tsx'

const samples: Readonly<Record<string, CardSample>> = {
  'all lines, a fault': { connection: {}, readings: sampleReadings },
  'the first hours, seen by a viewer': {
    connection: { role: 'VIEWER', service: { ...serviceWithActiveContract, canEditContract: false } },
    day: 'begun',
  },
  'nothing recorded': { connection: {}, day: 'empty' },
  loading: { connection: {}, day: 'loading' },
  failed: { connection: {}, day: 'failed' },
  old: { connection: {}, freshness: 'old' },
}

export const examples: Example[] = Object.entries(samples).map(([name, sample]) => ({
  name,
  render: (context) => (
    <SampleApplianceProvider sample={sample} context={context}>
      {(appliance) => <ApplianceHistory appliance={appliance} />}
    </SampleApplianceProvider>
  ),
}))
