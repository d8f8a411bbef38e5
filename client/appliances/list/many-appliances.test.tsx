import { configureStore } from '@reduxjs/toolkit'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation } from '#client/i18n/translation.ts'
import { StaticRouter } from '#client/router/static-router.tsx'
import { CardSettingsProvider } from '../card-settings.tsx'
import { toAppliances } from '../state/appliance.ts'
import { appliancesSlice } from '../state/appliances-slice.ts'
import { freshnessSlice } from '../state/freshness.ts'
import { invitationSlice } from '../state/invitation-slice.ts'
import { ManyAppliances } from './many-appliances.tsx'
import { readingsSlice } from '../readings/readings-slice.ts'
import { createApiConnection } from '#test/client/api-connection.ts'

const translation = await createTranslation({
  load: async () => ({}),
  keeping: { getItem: () => 'en', setItem: () => {} },
  preferred: [],
  onLanguage: () => {},
})

const brand = { name: 'Brand', countries: ['DE'], supportMail: 'support@example.com', supportPhone: null } as const

beforeAll(() => {
  vi.stubGlobal('window', { sessionStorage: { getItem: () => null } })
  vi.stubGlobal('history', { state: null })
  vi.stubGlobal('localStorage', { getItem: () => null })
})
afterAll(() => vi.unstubAllGlobals())

test('the first frame of a long list has the first card, and later frames add the others', () => {
  const { reducer: appliances } = appliancesSlice
  const { reducer: readings } = readingsSlice
  const { reducer: freshness } = freshnessSlice
  const { reducer: invitation } = invitationSlice
  const store = configureStore({
    reducer: { appliances, readings, freshness, invitation },
    middleware: (defaults) => defaults({ thunk: { extraArgument: { call: () => new Promise(() => {}) } } }),
  })
  const many = toAppliances(Array.from({ length: 200 }, (_, index) => createApiConnection({ id: `${index}` })))
  const firstFrame = renderToStaticMarkup(
    <Provider store={store}>
      <TextProvider translation={translation}>
        <StaticRouter>
          <CardSettingsProvider value={{ brand: { ...brand, countries: [...brand.countries] }, userCountry: null }}>
            <ManyAppliances appliances={many} />
          </CardSettingsProvider>
        </StaticRouter>
      </TextProvider>
    </Provider>,
  )
  expect(firstFrame.match(/<article/gu)).toHaveLength(1)
})
