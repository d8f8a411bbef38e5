import type { ApplianceType } from './appliance.ts'
import type { FaultSeverity } from './faults.ts'

/**
 * A fault of the sample catalogue with the appliances that can have it; its texts are in
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

function sample(code: string, severity: FaultSeverity, appliances: SampleFault['appliances']): SampleFault {
  return { code, severity, emergency: false, appliances }
}

/**
 * A sample for operators to replace, because the codes of manufacturers differ. Once a catalogue is imported, none of
 * these is used. Specification 22.3.
 */
export const sampleFaults: readonly SampleFault[] = [
  sample('E104', 'ERROR', withBurner),
  sample('E107', 'ERROR', withBurner),
  sample('E110', 'ERROR', allAppliances),
  sample('E112', 'ERROR', withBurner),
  sample('E115', 'ERROR', withHeatPump),
  sample('E118', 'ERROR', withHeatPump),
  sample('E120', 'ERROR', allAppliances),
  { ...sample('G901', 'ERROR', withBurner), emergency: true },
  { ...sample('G902', 'ERROR', withBurner), emergency: true },
  sample('W201', 'WARNING', allAppliances),
  sample('W203', 'WARNING', allAppliances),
  sample('W205', 'WARNING', allAppliances),
  sample('W207', 'WARNING', withBurner),
  sample('W209', 'WARNING', withHeatPump),
  sample('W211', 'WARNING', withHeatPump),
  sample('W213', 'WARNING', allAppliances),
]
