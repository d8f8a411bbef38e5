import { configureStore } from '@reduxjs/toolkit'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { expect, test } from 'vitest'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation } from '#client/i18n/translation.ts'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import type { GatewayStatus } from '#contract/appliance.ts'
import { StaticRouter } from '#client/router/static-router.tsx'
import { toAppliances } from '../state/appliance.ts'
import { appliancesSlice } from '../state/appliances-slice.ts'
import { freshnessSlice } from '../state/freshness.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import { ReadingsPanel } from './readings-panel.tsx'
import { readingsPushed, readingsSlice, type Readings } from './readings-slice.ts'

const translation = await createTranslation({
  load: async () => ({}),
  keeping: { getItem: () => 'en', setItem: () => {} },
  preferred: [],
  onLanguage: () => {},
})

type PanelOptions = { statusSince?: string | null; isJustConnected?: boolean }

function panelOf(
  status: GatewayStatus,
  readings?: Readings,
  { statusSince, isJustConnected = false }: PanelOptions = {},
): string {
  const store = configureStore({
    reducer: {
      readings: readingsSlice.reducer,
      appliances: appliancesSlice.reducer,
      freshness: freshnessSlice.reducer,
    },
  })
  const [appliance] = toAppliances([
    createApiConnection({ gatewayStatus: status, ...(statusSince !== undefined && { statusSince }) }),
  ])
  if (!appliance) throw new Error('There is no appliance.')
  const push = { id: appliance.id, unit: 'hc1', at: new Date().toISOString() } as const
  if (readings) store.dispatch(readingsPushed({ ...push, readings }))
  return renderToStaticMarkup(
    <Provider store={store}>
      <TextProvider translation={translation}>
        <StaticRouter>
          <ControlSubjectProvider value="title">
            <ReadingsPanel appliance={appliance} name="Boiler 1" isJustConnected={isJustConnected} />
          </ControlSubjectProvider>
        </StaticRouter>
      </TextProvider>
    </Provider>,
  )
}

test.each(['WORKING', 'OFFLINE', 'ERROR'] as const)(
  'while the values of an appliance that is %s are loading, the panel keeps its height',
  (status) => {
    const panel = panelOf(status)
    // While the values load, the panel reserves the line with the time of measurement. A text such as 'no values'
    // would be wrong and could be one line longer.
    expect(panel).not.toContain('readings.none')
    expect(panel).toMatch(/<p class="[^"]*measuring[^"]*">readings\.measured<\/p>/u)
    expect(panel).toContain('readings.room')
  },
)

test('the space of the first values is reserved, and says that nothing has been reported yet', () => {
  const panel = panelOf('UNKNOWN', undefined, { statusSince: null })
  expect(panel).toContain('readings.room')
  expect(panel).toContain('sentence.never readings.none')
  expect(panel).toContain('history.title')
  expect(panelOf('UNKNOWN', { roomTemperature: 20.5 }, { statusSince: null })).not.toContain('readings.none')
  // The message about the claim says when the first values arrive.
  expect(panelOf('UNKNOWN', undefined, { statusSince: null, isJustConnected: true })).not.toContain('readings.none')
})

test('the panel of an offline gateway without values says so, and does not look as if they were loading', () => {
  const panel = panelOf('OFFLINE', undefined, { statusSince: null })
  expect(panel).not.toContain('readings.none')
  expect(panel).toContain('readings.never')
  for (const each of [panel, panelOf('OFFLINE')]) {
    expect(each).toMatch(/readings\.room<\/dt><dd><span aria-hidden="true">–<\/span>.*readings\.not-known/u)
    expect(each).not.toMatch(/<dl[^>]* aria-hidden="true"/u)
  }
  expect(panelOf('WORKING')).toMatch(/<dl[^>]* aria-hidden="true"/u)
  expect(panelOf('OFFLINE', { roomTemperature: 20.5 }, { statusSince: null })).not.toContain('readings.never')
})

test('the time of a measurement is shown for measured values', () => {
  const panel = panelOf('WORKING', { roomTemperature: 20.5 })
  expect(panel).toContain('readings.measured')
  expect(panel).not.toContain('readings.none')
})

test('an unknown value that the appliance has is a dash, with a text for screen readers', () => {
  expect(panelOf('WORKING', { roomTemperature: 20.5 })).toMatch(
    /readings\.flow<\/dt><dd><span aria-hidden="true">–<\/span>.*readings\.not-known/u,
  )
})

test('the current activity is shown only for live data', () => {
  expect(panelOf('WORKING', { burnerModulation: 20 })).toContain('readings.activity.heating')
  expect(panelOf('OFFLINE', { burnerModulation: 20 })).not.toContain('readings.activity.heating')
})

test('the activity before an error is not shown as the current one', () => {
  const before = new Date(Date.now() - 60_000).toISOString()
  const after = new Date(Date.now() + 60_000).toISOString()
  expect(panelOf('ERROR', { burnerModulation: 20 }, { statusSince: before })).toContain('readings.activity.heating')
  expect(panelOf('ERROR', { burnerModulation: 20 }, { statusSince: after })).not.toContain('readings.activity.heating')
  expect(panelOf('ERROR', { burnerModulation: 20, flowTemperature: 41 }, { statusSince: after })).toContain('41')
  expect(panelOf('WARNING', { burnerModulation: 20 }, { statusSince: after })).toContain('readings.activity.heating')
})

test('words for installers are behind a button', () => {
  const panel = panelOf('WORKING', { burnerModulation: 20 })
  expect(panel).toMatch(/<button[^>]*aria-expanded="false"[^>]*>.*readings\.more/u)
  expect(panel).not.toContain('readings.burner')
})

test('the link to the history is described by the title of its card', () => {
  const [link] = /<a[^>]*>history\.title/u.exec(panelOf('WORKING')) ?? []
  expect(link).toMatch(/href="\/appliances\/[^"]+\/history"/u)
  expect(link).toContain('aria-describedby="title"')
})
