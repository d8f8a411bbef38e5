import type { ApplianceType } from '#contract/appliance.ts'
import type { ReportedValues } from '#contract/datapoints.ts'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { pseudoRandom } from './pseudo-random.ts'
import { type Incident, incidentAt } from './incidents.ts'
import { type HeatingRun, isBurnerOrCompressorOn } from './heating-runs.ts'

/** An active fault. `from`: when the fault began, in epoch milliseconds. */
export type ActiveFault = { fault: Pick<Incident['fault'], 'code' | 'severity'>; from: number }

/** A simulated appliance with its house. The serial number determines the differences of one type. */
export type SimulatedAppliance = { serial: string; applianceType: ApplianceType }

type Modulation = Partial<Pick<ReportedValues<'heatCurve'>, 'burnerModulation' | 'compressorModulation'>>

/**
 * The values of all datapoints of an appliance at one time. Temperatures in degrees Celsius, modulation in per cent of full
 * power; each type of appliance has only its own modulations.
 */
export type SimulatedValues = {
  status: ReportedValues<'status'>
  heatCurve: Omit<ReportedValues<'heatCurve'>, keyof Modulation> & Modulation
  hc1: ReportedValues<'hc1'>
  dhw1: ReportedValues<'dhw1'>
}

const yearMs = 365.25 * dayMs

const comfortTemperature = 21
const setbackTemperature = 18
const dhwSetpoint = 52
const cellarTemperature = 20

/**
 * Returns the values of one appliance at `time` (epoch milliseconds, as local time). `trouble`: the active fault, by
 * default the simulated fault; null for no fault. The same appliance and time always result in the same values. So a
 * gateway needs no state, and a restart causes no jump.
 */
export function simulateValues(
  appliance: SimulatedAppliance,
  time: number,
  trouble: ActiveFault | null = incidentAt(appliance, time),
): SimulatedValues {
  const outdoor = outdoorTemperature(appliance, time)
  const comfort = isComfortTime(appliance, time)
  const isOff = trouble?.fault.severity === 'ERROR'
  const isCharging = !isOff && chargesOf(appliance, time).some(({ from, until }) => time >= from && time < until)
  const heating = !isOff && isHeating(appliance, time)
  return {
    status: statusOf(trouble, heating),
    heatCurve: heatCurve(appliance, {
      time,
      outdoor,
      comfort,
      heating,
      charging: isCharging,
      offSince: isOff ? trouble.from : null,
    }),
    hc1: {
      roomTemperature: round(roomTemperature(appliance, time)),
      roomSetpoint: comfort ? comfortTemperature : setbackTemperature,
      operationMode: comfort ? 'comfort' : 'setback',
    },
    dhw1: { temperature: round(dhwTemperature(appliance, time)), setpoint: dhwSetpoint, charging: isCharging },
  }
}

// Returns the outdoor temperature. Without the weather, it is lowest at the end of January and at five in the morning.
// It is low all year, so that the demo always shows activity.
function outdoorTemperature({ serial }: SimulatedAppliance, time: number): number {
  const season = 6 - 4 * Math.cos((2 * Math.PI * (time - 25 * dayMs)) / yearMs)
  const hours = 4.5 * Math.cos((2 * Math.PI * (time - 17 * hourMs)) / dayMs)
  const siteOffset = 6 * pseudoRandom(serial, 'place') - 3
  const weather = 6 * randomWalk([serial, 'weather'], time, 12 * hourMs) - 3
  return season + hours + siteOffset + weather + 2.5 * sunshine({ serial }, time)
}

// Returns how much the sun heats the house, from 0 to 1. Some days are clear, others overcast.
function sunshine({ serial }: Pick<SimulatedAppliance, 'serial'>, time: number): number {
  const height = Math.sin((Math.PI * (hourOfDay(time) - 8)) / 10)
  return Math.max(0, height) * pseudoRandom(serial, 'clear sky', dayOf(time))
}

// Whether the people of the house are awake at a time, so that the heating uses the comfort temperature. They get up
// between half past five and half past seven, and go to bed between nine and eleven.
function isComfortTime({ serial }: SimulatedAppliance, time: number): boolean {
  const hour = hourOfDay(time)
  return hour >= 5.5 + 2 * pseudoRandom(serial, 'morning') && hour < 21 + 2 * pseudoRandom(serial, 'evening')
}

/** Returns the heating load as a share of the load on the design day, at -14 °C. The load is 0 from 20 °C on. */
function loadOf(outdoor: number): number {
  return clamp((20 - outdoor) / 34, 0, 1)
}

// Whether the burner or compressor is on. It heats rooms and tank in turn.
function isHeating(appliance: SimulatedAppliance, time: number): boolean {
  const loadAt = (moment: number) => loadOf(outdoorTemperature(appliance, moment))
  return isBurnerOrCompressorOn({ ...appliance, loadAt, charges: chargesOf(appliance, time) }, time)
}

// Returns the charges of the tank on one day: after the showers of the morning and the dishes of the evening.
function chargesOf(appliance: SimulatedAppliance, time: number): HeatingRun[] {
  const { morning, evening } = drawsOf(appliance, time)
  const midnight = dayOf(time) * dayMs
  const chargeAt = (hour: number, hours: number): HeatingRun => ({
    from: midnight + hour * hourMs,
    until: midnight + (hour + hours) * hourMs,
  })
  return [chargeAt(morning, 0.7), chargeAt(evening, 0.5)]
}

// Returns the hours of the day of the last shower and of the dishes. On weekends people sleep longer.
function drawsOf({ serial }: SimulatedAppliance, time: number): { morning: number; evening: number } {
  const day = dayOf(time)
  const isWeekend = [6, 0].includes(new Date(time).getUTCDay())
  return {
    morning:
      6.5 + 1.5 * pseudoRandom(serial, 'showers') + 0.7 * pseudoRandom(serial, 'showers', day) + (isWeekend ? 1.5 : 0),
    evening: 19 + 1.5 * pseudoRandom(serial, 'dishes') + 0.5 * pseudoRandom(serial, 'dishes', day),
  }
}

function dhwTemperature(appliance: SimulatedAppliance, time: number): number {
  const hour = hourOfDay(time)
  const { morning, evening } = drawsOf(appliance, time)
  const points: [hour: number, degrees: number][] = [
    [0, 50],
    [morning - 0.5, 48],
    [morning, 41],
    [morning + 0.7, 53],
    [evening - 1, 48],
    [evening, 43],
    [evening + 0.5, 53],
    [24, 50],
  ]
  return interpolate(points, hour)
}

// Returns the mean of the setpoints of the last three hours, plus random changes and the heat of the sun. During an
// error the setback temperature is used.
function roomTemperature(appliance: SimulatedAppliance, time: number): number {
  const hours = [0, 0.5, 1, 1.5, 2, 2.5, 3]
  const reachedHours = hours.map((hour) =>
    isWarm(appliance, time - hour * hourMs) ? comfortTemperature : setbackTemperature,
  )
  const mean = reachedHours.reduce((sum, degrees) => sum + degrees, 0) / reachedHours.length
  return mean + 0.8 * randomWalk([appliance.serial, 'room'], time, hourMs) - 0.4 + 0.5 * sunshine(appliance, time)
}

function isWarm(appliance: SimulatedAppliance, time: number): boolean {
  return isComfortTime(appliance, time) && incidentAt(appliance, time)?.fault.severity !== 'ERROR'
}

type Moment = {
  time: number
  outdoor: number
  comfort: boolean
  /** Whether burner or compressor is on, for the rooms or the tank. */
  heating: boolean
  charging: boolean
  /** The time since which an error keeps the heating off, in epoch milliseconds; null if there is no error. */
  offSince: number | null
}

function heatCurve(appliance: SimulatedAppliance, moment: Moment): SimulatedValues['heatCurve'] {
  const { time, outdoor, comfort, heating, charging } = moment
  const isPump = appliance.applianceType === 'HP'
  const slope = isPump ? 0.7 : 1.3
  const room = comfort ? comfortTemperature : setbackTemperature
  const setpoint = clamp(room + slope * (room - outdoor) + 4, 22, isPump ? 50 : 70)
  const percent = powerPercent(appliance, { time, outdoor, heating, charging })
  return {
    outdoorTemperature: round(outdoor),
    flowSetpoint: round(setpoint),
    flowTemperature: round(flowTemperature(appliance, setpoint, moment)),
    ...modulation(appliance, { outdoor, percent }),
  }
}

type Power = Pick<Moment, 'time' | 'outdoor' | 'heating' | 'charging'>

// Returns the flow temperature. While an error keeps the appliance off, the water cools to the temperature of the
// cellar within some hours.
function flowTemperature(
  { serial }: SimulatedAppliance,
  setpoint: number,
  { time, heating, offSince }: Moment,
): number {
  if (offSince !== null)
    return cellarTemperature + (setpoint - cellarTemperature) * Math.exp((offSince - time) / hourMs)
  return setpoint + (heating ? 1.5 : -4) * randomWalk([serial, 'flow'], time, minuteMs)
}

function powerPercent({ serial }: SimulatedAppliance, { time, outdoor, heating, charging }: Power): number {
  if (charging) return 85
  if (!heating) return 0
  return Math.round(25 + 60 * loadOf(outdoor) + 10 * pseudoRandom(serial, 'power', time))
}

// Returns the modulation of burner or compressor. A hybrid burns gas only if the outdoor temperature is below 0 °C.
function modulation(
  { applianceType }: SimulatedAppliance,
  { outdoor, percent }: { outdoor: number; percent: number },
): Modulation {
  if (applianceType === 'HP') return { compressorModulation: percent }
  if (applianceType !== 'HYBRID') return { burnerModulation: percent }
  const burns = outdoor < 0
  return { burnerModulation: burns ? percent : 0, compressorModulation: burns ? 0 : percent }
}

function statusOf(trouble: ActiveFault | null, active: boolean): SimulatedValues['status'] {
  if (trouble === null) return { gatewayStatus: active ? 'WORKING' : 'ONLINE', heatDemand: active, faultCode: null }
  const { severity, code } = trouble.fault
  return { gatewayStatus: severity, heatDemand: active, faultCode: code }
}

/**
 * Returns the value at `time` of a smooth curve from 0 to 1, which passes through a new random value every `stepMs`.
 * `words` determine the curve.
 */
function randomWalk(words: readonly string[], time: number, stepMs: number): number {
  const step = Math.floor(time / stepMs)
  const part = time / stepMs - step
  const smooth = part * part * (3 - 2 * part)
  return pseudoRandom(...words, step) * (1 - smooth) + pseudoRandom(...words, step + 1) * smooth
}

function interpolate(points: readonly (readonly [number, number])[], x: number): number {
  const right = Math.max(
    1,
    points.findIndex(([at]) => at >= x),
  )
  const [x0, y0] = points[right - 1] ?? [0, 0]
  const [x1, y1] = points[right] ?? [x0, y0]
  return x1 === x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
}

function dayOf(time: number): number {
  return Math.floor(time / dayMs)
}

function hourOfDay(time: number): number {
  return (((time % dayMs) + dayMs) % dayMs) / hourMs
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

function round(degrees: number): number {
  return Math.round(degrees * 10) / 10
}
