import type { Example } from '#client/ui/example.ts'
import { type CardSample, mildReadings, settledService, WithSample } from '#test/client/sample-card.tsx'
import { ApplianceHistory } from './history-page.tsx'

const samples: Readonly<Record<string, CardSample>> = {
  'all lines, a fault': { connection: {}, readings: mildReadings },
  'the first hours, seen by a viewer': {
    connection: { role: 'VIEWER', service: { ...settledService, canEditContract: false } },
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
    <WithSample sample={sample} context={context}>
      {(appliance) => <ApplianceHistory appliance={appliance} />}
    </WithSample>
  ),
}))
