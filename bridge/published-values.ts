import type { ApplianceWithReadings, Reading } from './portal-client.ts'

/** A value as the bridge publishes it. */
export type PublishedValue = {
  /** A datapoint such as `hc1.roomTemperature`, or the name of a field of the appliance. */
  name: string
  kind: 'number' | 'boolean' | 'text'
  /** The unit in UCUM notation; null if the value has no unit. */
  unit: string | null
  payload: string
  /**
   * Whether the value is recent. The bridge describes an outdated value to Home Assistant but does not publish it,
   * because a reader would take it for the current value.
   */
  isCurrent: boolean
}

/**
 * The maximum age of a recent value, in ms. After the same time without a report, the portal sets the status of a
 * gateway to OFFLINE.
 */
const freshForMs = 15 * 60_000

/** Datapoints that are also fields of the appliance. The bridge publishes the fields instead. */
const inAppliance = new Set(['status.gatewayStatus', 'status.faultCode'])

/** Whether the portal receives reports of the appliance. */
export function isReporting({ status }: ApplianceWithReadings): boolean {
  return status !== null && status !== 'OFFLINE'
}

export function publishedValuesOf(appliance: ApplianceWithReadings): PublishedValue[] {
  const { status, faultCode, severity, readings, readAt } = appliance
  const isCurrent = isReporting(appliance)
  return [
    { name: 'status', kind: 'text', unit: null, payload: String(status).toLowerCase(), isCurrent },
    { name: 'problem', kind: 'boolean', unit: null, payload: onOff(severity !== null), isCurrent },
    { name: 'fault', kind: 'text', unit: null, payload: faultCode ?? 'none', isCurrent },
    ...readings
      .filter(({ datapoint }) => !inAppliance.has(datapoint))
      .map((one) => toPublished(one, isCurrent && readAt - Date.parse(one.at) < freshForMs)),
  ]
}

function toPublished({ datapoint: name, unit, value }: Reading, isCurrent: boolean): PublishedValue {
  if (typeof value === 'boolean') return { name, unit, kind: 'boolean', payload: onOff(value), isCurrent }
  return { name, unit, kind: typeof value === 'number' ? 'number' : 'text', payload: String(value), isCurrent }
}

function onOff(isOn: boolean): string {
  return isOn ? 'ON' : 'OFF'
}
