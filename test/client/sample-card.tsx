import type { ReactNode } from 'react'
import { configureStore } from '@reduxjs/toolkit'
import { Provider } from 'react-redux'
import { historyApi } from '#contract/history-api.ts'
import type { Connection } from '#contract/appliance.ts'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { FaultDescription } from '#contract/faults.ts'
import type { History } from '#contract/history.ts'
import { type ApiCall, CallError } from '#client/api-call.ts'
import type { ExampleContext } from '#client/ui/example.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { ApplianceCard } from '#client/appliances/card/appliance-card.tsx'
import { CardSettingsProvider } from '#client/appliances/card-settings.tsx'
import { type Appliance, toAppliances } from '#client/appliances/state/appliance.ts'
import { appliancesSlice } from '#client/appliances/state/appliances-slice.ts'
import { type Freshness, freshnessChanged, freshnessSlice } from '#client/appliances/state/freshness.ts'
import { invitationSlice } from '#client/appliances/state/invitation-slice.ts'
import { type Readings, readingsPushed, readingsSlice } from '#client/appliances/readings/readings-slice.ts'
import {
  type ConnectionChanges,
  createApiConnection,
  testAddress,
  testProviderContract,
} from '#test/client/api-connection.ts'

export function isoTimeHoursAgo(hours: number): string {
  return new Date(Date.now() - hours * hourMs).toISOString()
}

/** The sample data of one card. `day`: the state of the chart of the last 24 hours. */
export type CardSample = {
  connection: ConnectionChanges
  readings?: Readings
  /** The freshness of the values. If absent, the values are live. */
  freshness?: 'connecting' | 'old'
  day?: 'there' | 'begun' | 'empty' | 'failed' | 'loading'
  fault?: FaultDescription
}

export const sampleReadings: Readings = {
  roomTemperature: 21.4,
  roomSetpoint: 21,
  hotWaterTemperature: 52.1,
  hotWaterCharging: false,
  flowTemperature: 43.2,
  outdoorTemperature: -3.5,
  operationMode: 'comfort',
}

export const serviceWithActiveContract = {
  canEditContract: true,
  address: testAddress,
  contracts: [testProviderContract],
}

export const noFlameFault: FaultDescription = {
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

export const carbonMonoxideFault: FaultDescription = {
  ...noFlameFault,
  code: 'G902',
  title: 'Carbon monoxide (CO) in the house',
  emergency: true,
}

type SampleProps = { sample: CardSample; context: ExampleContext }

/** Renders an appliance card with sample data. */
export function SampleCard(props: SampleProps) {
  return (
    <SampleApplianceProvider {...props}>
      {(appliance) => <ApplianceCard appliance={appliance} />}
    </SampleApplianceProvider>
  )
}

/** The page caches the day of each appliance by its id, so samples with different days have different ids. */
const idsByDay: Readonly<Record<NonNullable<CardSample['day']>, string>> = {
  there: '11111111-1111-4111-8111-111111111111',
  begun: '11111111-1111-4111-8111-111111111112',
  empty: '11111111-1111-4111-8111-111111111113',
  failed: '11111111-1111-4111-8111-111111111114',
  loading: '11111111-1111-4111-8111-111111111115',
}

/** Renders a part of the app for one appliance with sample data. */
export function SampleApplianceProvider({
  sample,
  context,
  children,
}: SampleProps & { children: (appliance: Appliance) => ReactNode }) {
  const connection = createApiConnection({
    id: idsByDay[sample.day ?? 'there'],
    statusSince: isoTimeHoursAgo(2),
    service: serviceWithActiveContract,
    ...sample.connection,
  })
  const [appliance] = toAppliances([connection])
  return (
    <Provider store={storeOf(connection, sample, context.brand.id)}>
      <CardSettingsProvider value={{ brand: context.brand, userCountry: 'DE' }}>
        {appliance && children(appliance)}
      </CardSettingsProvider>
    </Provider>
  )
}

function storeOf(connection: Connection, { readings, freshness, day = 'there', fault }: CardSample, brandId: string) {
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
    // Switches off the checks that Redux makes in development, which take longer than drawing all examples.
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: { call, brandId, now: Date.now } },
        immutableCheck: false,
        serializableCheck: false,
      }),
  })
  store.dispatch(loadAppliances.fulfilled({ connections: [connection], at: Date.now() }, ''))
  if (readings)
    store.dispatch(readingsPushed({ id: connection.id, unit: 'heatCurve', at: isoTimeHoursAgo(0), readings }))
  if (freshness !== 'connecting') store.dispatch(freshnessChanged(freshnesses[freshness ?? 'live']))
  return store
}

const freshnesses: Readonly<Record<'live' | 'old', Freshness>> = {
  live: { kind: 'live' },
  old: { kind: 'old', at: Date.now() - hourMs / 4, cause: 'silent' },
}

function answerOf(day: NonNullable<CardSample['day']>): History | Promise<never> {
  if (day === 'failed') throw new CallError({ kind: 'network' })
  if (day === 'loading') return new Promise<never>(() => {})
  return sampleDay(firstSteps[day])
}

const steps = 144

/** The first step with values in a sample day of each kind. A day has 144 steps of ten minutes. */
const firstSteps = { there: 0, begun: 126, empty: steps } as const

/**
 * Creates a sample day of sine waves, with values from step `firstStep` on. A complete day has a fault in the evening.
 */
function sampleDay(firstStep: number): History {
  const from = Date.now() - dayMs
  const points = (mean: number, swing: number) =>
    Array.from({ length: steps - firstStep }, (_, step): [number, number, number, number] => {
      const index = firstStep + step
      const value = mean + swing * Math.sin((index * 2 * Math.PI) / steps)
      return [Math.round(from / 1000) + index * 600, value, value, value]
    })
  const setpoints = () =>
    points(0, 0).map(([at], step): [number, number, number, number] => {
      const value = step > 84 && step < 126 ? 17 : 21
      return [at, value, value, value]
    })
  return {
    from: new Date(from).toISOString(),
    to: isoTimeHoursAgo(0),
    stepSeconds: 600,
    series: [
      { datapoint: 'hc1.roomTemperature', unit: 'Cel', points: points(20.4, 1.2) },
      { datapoint: 'hc1.roomSetpoint', unit: 'Cel', points: setpoints() },
      { datapoint: 'heatCurve.flowTemperature', unit: 'Cel', points: points(41, 7) },
      { datapoint: 'dhw1.temperature', unit: 'Cel', points: points(50, -3) },
      { datapoint: 'heatCurve.burnerModulation', unit: '%', points: points(40, 30) },
      { datapoint: 'heatCurve.outdoorTemperature', unit: 'Cel', points: points(-1, -4) },
    ],
    worked: { seconds: firstStep === steps ? 0 : 23_400, starts: 9 },
    statuses:
      firstStep === steps
        ? []
        : [
            { status: 'WORKING', from: isoTimeHoursAgo(24), to: isoTimeHoursAgo(16) },
            { status: 'ERROR', from: isoTimeHoursAgo(16), to: isoTimeHoursAgo(14) },
            { status: 'ONLINE', from: isoTimeHoursAgo(14), to: isoTimeHoursAgo(5) },
            { status: 'WORKING', from: isoTimeHoursAgo(5), to: isoTimeHoursAgo(0) },
          ],
    faults:
      firstStep === 0 ? [{ code: 'E104', severity: 'ERROR', from: isoTimeHoursAgo(16), to: isoTimeHoursAgo(14) }] : [],
  }
}
