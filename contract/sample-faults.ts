import type { ApplianceType } from './appliance.ts'
import type { FaultSeverity } from './faults.ts'

/**
 * A fault of the sample catalogue, with the types of appliances that can have it. Its texts are in
 * `texts/<language>/sample-faults.json`.
 */
export type SampleFault = {
  code: string
  severity: FaultSeverity
  emergency: boolean
  appliances: readonly Exclude<ApplianceType, 'UNKNOWN'>[]
}

const withBurner = ['BOILER', 'HYBRID'] as const
const withHeatPump = ['HP', 'HYBRID'] as const
const allAppliances = ['BOILER', 'HP', 'HYBRID'] as const

function sampleFault(code: string, severity: FaultSeverity, appliances: SampleFault['appliances']): SampleFault {
  return { code, severity, emergency: false, appliances }
}

/**
 * The sample catalogue. Operators replace it by an imported catalogue, because the codes of manufacturers differ. After
 * an import, none of these faults is used. Specification 22.3.
 */
export const sampleFaults: readonly SampleFault[] = [
  sampleFault('E104', 'ERROR', withBurner),
  sampleFault('E107', 'ERROR', withBurner),
  sampleFault('E110', 'ERROR', allAppliances),
  sampleFault('E112', 'ERROR', withBurner),
  sampleFault('E115', 'ERROR', withHeatPump),
  sampleFault('E118', 'ERROR', withHeatPump),
  sampleFault('E120', 'ERROR', allAppliances),
  { ...sampleFault('G901', 'ERROR', withBurner), emergency: true },
  { ...sampleFault('G902', 'ERROR', withBurner), emergency: true },
  sampleFault('W201', 'WARNING', allAppliances),
  sampleFault('W203', 'WARNING', allAppliances),
  sampleFault('W205', 'WARNING', allAppliances),
  sampleFault('W207', 'WARNING', withBurner),
  sampleFault('W209', 'WARNING', withHeatPump),
  sampleFault('W211', 'WARNING', withHeatPump),
  sampleFault('W213', 'WARNING', allAppliances),
]
