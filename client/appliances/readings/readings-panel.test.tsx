import { configureStore } from '@reduxjs/toolkit'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { expect, test } from 'vitest'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation } from '#client/i18n/translation.ts'
import type { GatewayStatus } from '#contract/appliance.ts'
import { toAppliances } from '../appliance.ts'
import { aConnection } from '../testing.ts'
import { ReadingsPanel } from './readings-panel.tsx'
import { readingsPushed, readingsSlice } from './readings-slice.ts'

const translation = await createTranslation({
  load: async () => ({}),
  keeping: { getItem: () => 'en', setItem: () => {} },
  wishes: [],
  onLanguage: () => {},
})

function panelOf(status: GatewayStatus, roomTemperature?: number): string {
  const store = configureStore({ reducer: { readings: readingsSlice.reducer } })
  const [appliance] = toAppliances([aConnection({ gatewayStatus: status })])
  if (!appliance) throw new Error('There is no appliance.')
  const push = { id: appliance.id, unit: 'hc1', at: '2026-03-01T14:00:00Z', readings: { roomTemperature } } as const
  if (roomTemperature !== undefined) store.dispatch(readingsPushed(push))
  return renderToStaticMarkup(
    <Provider store={store}>
      <TextProvider translation={translation}>
        <ReadingsPanel appliance={appliance} name="Boiler 1" />
      </TextProvider>
    </Provider>,
  )
}

test.each(['WORKING', 'OFFLINE', 'UNKNOWN'] as const)(
  'where %s is all that is known, the panel takes its room and says that there are no values',
  (status) => {
    const panel = panelOf(status)
    expect(panel).toContain('readings.none')
    expect(panel).not.toContain('readings.measured')
    expect(panel).toContain('readings.room')
  },
)

test('when something was measured is said of what was measured', () => {
  const panel = panelOf('WORKING', 20.5)
  expect(panel).toContain('readings.measured')
  expect(panel).not.toContain('readings.none')
})
