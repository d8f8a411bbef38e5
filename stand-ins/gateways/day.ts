import type { ApplianceType } from '#contract/appliance.ts'
import type { ReportedValues } from '#contract/datapoints.ts'
import { chance } from './chance.ts'

/** Whose day it is: the serial number decides about all that differs from house to house. */
export type House = { serial: string; applianceType: ApplianceType }

type Modulation = Partial<Pick<ReportedValues<'heatCurve'>, 'burnerModulation' | 'compressorModulation'>>

/** What a gateway reports at one moment: all of the dictionary. Temperatures in degrees Celsius, modulation in percent of full power. */
export type DayValues = {
  status: ReportedValues<'status'>
  heatCurve: Omit<ReportedValues<'heatCurve'>, keyof Modulation> & Modulation
  hc1: ReportedValues<'hc1'>
  dhw1: ReportedValues<'dhw1'>
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const yearMs = 365.25 * dayMs

const comfortTemperature = 21
const setbackTemperature = 18
const dhwSetpoint = 52

/**
 * A heating day of one house at `time` (epoch milliseconds, taken as local time). Pure: the same house and time give
 * the same values, so that a gateway needs no memory and a restart makes no jump.
 */
export function simulateDay(house: House, time: number): DayValues {
  const outdoor = outdoorTemperature(house, time)
  const comfort = isComfortTime(house, time)
  const charging = isCharging(house, time)
  const heating = isHeating(house, time, outdoor)
  return {
    status: statusAt(house, time, heating || charging),
    heatCurve: heatCurve(house, { time, outdoor, comfort, heating, charging }),
    hc1: {
      roomTemperature: round(roomTemperature(house, time)),
      roomSetpoint: comfort ? comfortTemperature : setbackTemperature,
      operationMode: comfort ? 'comfort' : 'setback',
    },
    dhw1: { temperature: round(dhwTemperature(house, time)), setpoint: dhwSetpoint, charging },
  }
}

// Coldest at the end of January and at five in the morning. It is heating season all year, so that there is always
// something to see.
function outdoorTemperature({ serial }: House, time: number): number {
  const season = 6 - 4 * Math.cos((2 * Math.PI * (time - 25 * dayMs)) / yearMs)
  const hours = 4.5 * Math.cos((2 * Math.PI * (time - 17 * hourMs)) / dayMs)
  const place = 6 * chance(serial, 'place') - 3
  const weather = 6 * wander([serial, 'weather'], time, 12 * hourMs) - 3
  return season + hours + place + weather
}

// Families get up between half past five and half past seven, and go to bed between nine and eleven.
function isComfortTime({ serial }: House, time: number): boolean {
  const hour = hourOfDay(time)
  return hour >= 5.5 + 2 * chance(serial, 'morning') && hour < 21 + 2 * chance(serial, 'evening')
}

/** The coldness outside as a share of the coldest day the house is built for. */
function loadOf(outdoor: number): number {
  return clamp((20 - outdoor) / 34, 0, 1)
}

// The cold decides how many of the minutes there is heat.
function isHeating({ serial }: House, time: number, outdoor: number): boolean {
  return chance(serial, 'heating', Math.floor(time / minuteMs)) < 0.2 + 0.7 * loadOf(outdoor)
}

// The tank is heated up after the showers of the morning and the dishes of the evening.
function isCharging({ serial }: House, time: number): boolean {
  const hour = hourOfDay(time)
  const [morning, evening] = [7 + 2 * chance(serial, 'showers'), 19 + 2 * chance(serial, 'dishes')]
  return (hour >= morning && hour < morning + 0.7) || (hour >= evening && hour < evening + 0.5)
}

function dhwTemperature({ serial }: House, time: number): number {
  const hour = hourOfDay(time)
  const [morning, evening] = [7 + 2 * chance(serial, 'showers'), 19 + 2 * chance(serial, 'dishes')]
  const points: [hour: number, degrees: number][] = [
    [0, 50],
    [morning - 1, 47],
    [morning, 41],
    [morning + 0.7, 53],
    [evening - 1, 48],
    [evening, 43],
    [evening + 0.5, 53],
    [24, 50],
  ]
  return interpolate(points, hour)
}

// Walls are slow: the room follows the last hours' setpoints.
function roomTemperature(house: House, time: number): number {
  const hours = [0, 0.5, 1, 1.5, 2, 2.5, 3]
  const setpoints = hours.map((hour) =>
    isComfortTime(house, time - hour * hourMs) ? comfortTemperature : setbackTemperature,
  )
  const mean = setpoints.reduce((sum, setpoint) => sum + setpoint, 0) / setpoints.length
  return mean + 0.8 * wander([house.serial, 'room'], time, hourMs) - 0.4
}

type Moment = { time: number; outdoor: number; comfort: boolean; heating: boolean; charging: boolean }

function heatCurve(house: House, { time, outdoor, comfort, heating, charging }: Moment): DayValues['heatCurve'] {
  const isPump = house.applianceType === 'HP'
  const slope = isPump ? 0.7 : 1.3
  const room = comfort ? comfortTemperature : setbackTemperature
  const setpoint = clamp(room + slope * (room - outdoor) + 4, 22, isPump ? 50 : 70)
  const percent = powerPercent(house, { time, outdoor, heating, charging })
  return {
    outdoorTemperature: round(outdoor),
    flowSetpoint: round(setpoint),
    flowTemperature: round(
      setpoint + (heating || charging ? 1.5 : -4) * wander([house.serial, 'flow'], time, minuteMs),
    ),
    ...modulation(house, { outdoor, percent }),
  }
}

function powerPercent({ serial }: House, { time, outdoor, heating, charging }: Omit<Moment, 'comfort'>): number {
  if (charging) return 85
  if (!heating) return 0
  return Math.round(25 + 60 * loadOf(outdoor) + 10 * chance(serial, 'power', time))
}

// A hybrid burns gas on cold days alone.
function modulation({ applianceType }: House, { outdoor, percent }: { outdoor: number; percent: number }): Modulation {
  if (applianceType === 'HP') return { compressorModulation: percent }
  if (applianceType !== 'HYBRID') return { burnerModulation: percent }
  const burns = outdoor < 0
  return { burnerModulation: burns ? percent : 0, compressorModulation: burns ? 0 : percent }
}

const incidentMs = 5 * minuteMs

// About every two hours something needs attention for five minutes, and once a day something fails.
function statusAt({ serial }: House, time: number, active: boolean): DayValues['status'] {
  const incident = chance(serial, 'incident', Math.floor(time / incidentMs))
  const heatDemand = active
  if (incident < 0.004) return { gatewayStatus: 'ERROR', heatDemand, faultCode: faultCode('E', serial, time) }
  if (incident < 0.04) return { gatewayStatus: 'WARNING', heatDemand, faultCode: faultCode('W', serial, time) }
  return { gatewayStatus: active ? 'WORKING' : 'ONLINE', heatDemand, faultCode: null }
}

function faultCode(letter: string, serial: string, time: number): string {
  return `${letter}${100 + Math.floor(20 * chance(serial, 'fault', Math.floor(time / incidentMs)))}`
}

/** Between 0 and 1, a new value every `stepMs`, without jumps. */
function wander(words: readonly string[], time: number, stepMs: number): number {
  const step = Math.floor(time / stepMs)
  const part = time / stepMs - step
  const smooth = part * part * (3 - 2 * part)
  return chance(...words, step) * (1 - smooth) + chance(...words, step + 1) * smooth
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

function hourOfDay(time: number): number {
  return (((time % dayMs) + dayMs) % dayMs) / hourMs
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

function round(degrees: number): number {
  return Math.round(degrees * 10) / 10
}
