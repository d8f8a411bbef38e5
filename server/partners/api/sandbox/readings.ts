import type { Datapoint } from '#contract/datapoints.ts'
import type { PartnerReading } from '#contract/partner.ts'
import { type StoredTestAppliance, readTestFaults } from './store.ts'
import type { HistoryFault } from '#contract/history.ts'
import type { Queryable } from '#server/database/sql.ts'

/** Values of a warm house; a heat pump has no burner, and a boiler no compressor. */
const values: Readonly<Record<string, string | number | boolean>> = {
  'status.heatDemand': true,
  'heatCurve.outdoorTemperature': 4.5,
  'heatCurve.flowSetpoint': 42,
  'heatCurve.flowTemperature': 41.6,
  'heatCurve.burnerModulation': 38,
  'heatCurve.compressorModulation': 55,
  'hc1.roomTemperature': 21.2,
  'hc1.roomSetpoint': 21,
  'hc1.operationMode': 'comfort',
  'dhw1.temperature': 52.3,
  'dhw1.setpoint': 55,
  'dhw1.charging': false,
}

const leftOut: Readonly<Record<string, string>> = {
  BOILER: 'heatCurve.compressorModulation',
  HP: 'heatCurve.burnerModulation',
}

/** What a test appliance measures now, or measured before it became silent. Only its status and fault change. */
export function testReadings(
  appliance: StoredTestAppliance,
  { shared, now }: { shared: readonly Datapoint[]; now: number },
): PartnerReading[] {
  const { type, reported, faultCode, silentSince } = appliance
  const at = (silentSince ?? new Date(now)).toISOString()
  const current: Record<string, string | number | boolean> = {
    ...values,
    'status.gatewayStatus': reported,
    ...(faultCode !== null && { 'status.faultCode': faultCode }),
  }
  return shared.flatMap((datapoint) => {
    const value = current[datapoint.id]
    if (value === undefined || datapoint.id === leftOut[type]) return []
    return [{ datapoint: datapoint.id, unit: 'unit' in datapoint.values ? datapoint.values.unit : null, value, at }]
  })
}

/** The faults of a test appliance that lasted after `since`, newest first. */
export async function testFaults(db: Queryable, applianceId: string, since: Date): Promise<HistoryFault[]> {
  const faults = await readTestFaults(db, applianceId, since)
  return faults.map(({ code, severity, beganAt, endedAt }) => ({
    code,
    severity,
    from: (beganAt > since ? beganAt : since).toISOString(),
    to: endedAt?.toISOString() ?? null,
  }))
}
