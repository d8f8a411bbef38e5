import { configureStore } from '@reduxjs/toolkit'
import { Provider } from 'react-redux'
import { historyApi } from '#contract/history-api.ts'
import type { Connection } from '#contract/appliance.ts'
import type { FaultDescription } from '#contract/faults.ts'
import type { History } from '#contract/history.ts'
import { type ApiCall, CallError } from '#client/api.ts'
import type { Example, ExampleContext } from '#client/ui/example.ts'
import { loadAppliances } from './appliance-calls.ts'
import { ApplianceCard } from './appliance-card.tsx'
import { ApplianceContextProvider } from './appliance-context.tsx'
import { toAppliances } from './appliance.ts'
import { appliancesSlice } from './appliances-slice.ts'
import { freshnessChanged, freshnessSlice } from './freshness.ts'
import { invitationSlice } from './invitation-slice.ts'
import { type Readings, readingsPushed, readingsSlice } from './readings/readings-slice.ts'
import { aConnection, anAddress, aProviderContract } from './testing.ts'

const hourMs = 3_600_000

function ago(hours: number): string {
  return new Date(Date.now() - hours * hourMs).toISOString()
}

/** Sample data for one card. `day`: the state of the request for its last 24 hours. */
type Invented = {
  connection: Partial<Connection>
  readings?: Readings
  isOld?: boolean
  day?: 'there' | 'begun' | 'empty' | 'failed' | 'loading'
  fault?: FaultDescription
}

const mild: Readings = {
  roomTemperature: 21.4,
  roomSetpoint: 21,
  hotWaterTemperature: 52.1,
  hotWaterCharging: false,
  flowTemperature: 43.2,
  outdoorTemperature: -3.5,
  operationMode: 'comfort',
}

const settled = { canEditContract: true, address: anAddress, contracts: [aProviderContract] }

const noFlame: FaultDescription = {
  code: 'E104',
  severity: 'ERROR',
  emergency: false,
  language: 'en',
  title: 'Burner does not ignite',
  meaning: 'The burner tried to start several times, but no flame came on.',
  heating: 'No. Heating and hot water are off until the burner starts again.',
  selfHelp: ['Check that the gas tap at the appliance is open.', 'Press the reset button once.'],
  call: 'Call today if the fault comes back.',
}

const states: Readonly<Record<string, Invented>> = {
  'boiler, heating': { connection: {}, readings: { ...mild, burnerModulation: 35 } },
  'heat pump, resting': {
    connection: { applianceType: 'HP', gatewayStatus: 'ONLINE', name: 'Holiday flat' },
    readings: { ...mild, compressorModulation: 0 },
  },
  'hybrid, heating water': {
    connection: { applianceType: 'HYBRID' },
    readings: { ...mild, burnerModulation: 20, compressorModulation: 62, hotWaterCharging: true },
  },
  'heating system, with little to say, seen by a viewer': {
    connection: { applianceType: 'UNKNOWN', service: { ...settled, canEditContract: false, contracts: [] } },
    readings: { roomTemperature: 20.2 },
    day: 'empty',
  },
  'without an address': {
    connection: { service: { canEditContract: true, address: null, contracts: [] } },
    readings: { ...mild, burnerModulation: 0 },
  },
  'added a moment ago': { connection: { statusSince: ago(0) }, day: 'empty' },
  'added some hours ago': { connection: {}, readings: { ...mild, burnerModulation: 35 }, day: 'begun' },
  'never reported': { connection: { gatewayStatus: 'UNKNOWN', statusSince: null } },
  'values on their way': { connection: {}, day: 'loading' },
  'a fault': {
    connection: { gatewayStatus: 'ERROR', faultCode: 'E104', severity: 'ERROR' },
    readings: { ...mild, burnerModulation: 0 },
    fault: noFlame,
  },
  'a warning that nobody has described': {
    connection: { gatewayStatus: 'WARNING', faultCode: 'X-77', severity: 'WARNING' },
    readings: { ...mild, burnerModulation: 35 },
  },
  'an emergency': {
    connection: { gatewayStatus: 'ERROR', faultCode: 'G902', severity: 'ERROR' },
    readings: { ...mild, burnerModulation: 0 },
    fault: { ...noFlame, code: 'G902', title: 'Carbon monoxide (CO) in the house', emergency: true },
  },
  offline: { connection: { gatewayStatus: 'OFFLINE', statusSince: ago(9) }, readings: mild },
  'old values': { connection: {}, readings: { ...mild, burnerModulation: 35 }, isOld: true },
  'the last 24 hours failed': { connection: {}, readings: mild, day: 'failed' },
}

export const examples: Example[] = Object.entries(states).map(([name, invented]) => ({
  name,
  render: (context) => <InventedCard invented={invented} context={context} />,
}))

function InventedCard({ invented, context }: { invented: Invented; context: ExampleContext }) {
  const connection = aConnection({ statusSince: ago(2), service: settled, ...invented.connection })
  const [appliance] = toAppliances([connection])
  return (
    <Provider store={storeOf(connection, invented)}>
      <ApplianceContextProvider value={{ brand: context.brand, userCountry: 'DE' }}>
        {appliance && <ApplianceCard appliance={appliance} />}
      </ApplianceContextProvider>
    </Provider>
  )
}

function storeOf(connection: Connection, { readings, isOld, day = 'there', fault }: Invented) {
  const answers: Record<string, () => unknown> = {
    [historyApi.listFaults.path]: () => ({ items: fault ? [fault] : [] }),
    [historyApi.readHistory.path]: () => answerOf(day),
  }
  const call = (async ({ path }: { path: string }) => answers[path]?.()) as unknown as ApiCall
  const store = configureStore({
    reducer: {
      appliances: appliancesSlice.reducer,
      readings: readingsSlice.reducer,
      freshness: freshnessSlice.reducer,
      invitation: invitationSlice.reducer,
    },
    middleware: (defaults) => defaults({ thunk: { extraArgument: { call, brandId: 'cedar', now: Date.now } } }),
  })
  store.dispatch(loadAppliances.fulfilled({ connections: [connection], at: Date.now() }, ''))
  if (readings) store.dispatch(readingsPushed({ id: connection.id, unit: 'heatCurve', at: ago(0), readings }))
  if (isOld) store.dispatch(freshnessChanged({ kind: 'old', at: Date.now() - hourMs / 4, cause: 'silent' }))
  return store
}

function answerOf(day: NonNullable<Invented['day']>): History | Promise<never> {
  if (day === 'failed') throw new CallError({ kind: 'network' })
  if (day === 'loading') return new Promise<never>(() => {})
  return inventedDay(firstSteps[day])
}

const steps = 144

/** The first step of a sample day that has values. */
const firstSteps = { there: 0, begun: 126, empty: steps } as const

/** Sine waves; a complete day has a fault in the evening. */
function inventedDay(firstStep: number): History {
  const from = Date.now() - 24 * hourMs
  const points = (mean: number, swing: number) =>
    Array.from({ length: steps - firstStep }, (_, step): [number, number, number, number] => {
      const index = firstStep + step
      const value = mean + swing * Math.sin((index * 2 * Math.PI) / steps)
      return [Math.round(from / 1000) + index * 600, value, value, value]
    })
  return {
    from: new Date(from).toISOString(),
    to: ago(0),
    stepSeconds: 600,
    series: [
      { datapoint: 'hc1.roomTemperature', unit: 'Cel', points: points(20.4, 1.2) },
      { datapoint: 'heatCurve.outdoorTemperature', unit: 'Cel', points: points(-1, -4) },
    ],
    worked: { seconds: 0, starts: 0 },
    statuses: [],
    faults: firstStep === 0 ? [{ code: 'E104', severity: 'ERROR', from: ago(16), to: ago(14) }] : [],
  }
}
