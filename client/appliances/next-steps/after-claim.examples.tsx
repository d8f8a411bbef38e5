import type { Example } from '#client/ui/example.ts'
import { type CardSample, mildReadings, settledService, WithSample } from '#test/client/sample-card.tsx'
import { AfterClaim } from './next-steps.tsx'

const withoutAddress: CardSample = {
  connection: { service: { canEditContract: true, address: null, contracts: [] } },
}
const withAddress: CardSample = { connection: { service: { ...settledService, contracts: [] } } }

const samples = {
  'just connected': { sample: withoutAddress, isJustConnected: true, hasValues: false },
  'a heat pump, with its first values': {
    sample: {
      ...withoutAddress,
      readings: mildReadings,
      connection: { ...withoutAddress.connection, applianceType: 'HP' },
    },
    isJustConnected: true,
    hasValues: true,
  },
  'just connected, offline': {
    sample: { ...withoutAddress, connection: { ...withoutAddress.connection, gatewayStatus: 'OFFLINE' } },
    isJustConnected: true,
    hasValues: false,
  },
  'later: no address': { sample: withoutAddress, isJustConnected: false, hasValues: true },
  'later: the address is entered': { sample: withAddress, isJustConnected: false, hasValues: true },
  'all done': { sample: { connection: {} }, isJustConnected: false, hasValues: true },
} satisfies Record<string, { sample: CardSample; isJustConnected: boolean; hasValues: boolean }>

export const examples: Example[] = Object.entries(samples).map(([name, { sample, ...shown }]) => ({
  name,
  render: (context) => (
    <WithSample sample={sample} context={context}>
      {(appliance) => (
        <AfterClaim
          appliance={appliance}
          {...shown}
          hasSteps
          onAddress={() => {}}
          onProvider={() => {}}
          onHide={() => {}}
        />
      )}
    </WithSample>
  ),
}))
