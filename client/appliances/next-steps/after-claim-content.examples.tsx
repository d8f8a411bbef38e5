import type { Example } from '#client/ui/example.ts'
import {
  type CardSample,
  sampleReadings,
  serviceWithActiveContract,
  SampleApplianceProvider,
} from '#test/client/sample-card.tsx'
import { AfterClaimContent } from './after-claim-content.tsx'

const withoutAddress: CardSample = {
  connection: { service: { canEditContract: true, address: null, contracts: [] } },
}
const withAddress: CardSample = { connection: { service: { ...serviceWithActiveContract, contracts: [] } } }

const samples = {
  'just connected': { sample: withoutAddress, isJustConnected: true, hasValues: false },
  'a heat pump, with its first values': {
    sample: {
      ...withoutAddress,
      readings: sampleReadings,
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
    <SampleApplianceProvider sample={sample} context={context}>
      {(appliance) => (
        <AfterClaimContent
          appliance={appliance}
          {...shown}
          hasSteps
          onAddress={() => {}}
          onProvider={() => {}}
          onHide={() => {}}
        />
      )}
    </SampleApplianceProvider>
  ),
}))
