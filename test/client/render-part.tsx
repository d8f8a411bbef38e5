import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Provider, useSelector } from 'react-redux'
import { onTestFinished } from 'vitest'
import type { BrandSettings } from '#brands/brand.ts'
import { applianceApi } from '#contract/appliance-api.ts'
import { personApi } from '#contract/person-api.ts'
import type { User } from '#contract/account.ts'
import type { Connection } from '#contract/appliance.ts'
import { type ApiCall, CallError, type CallFailure } from '#client/api-call.ts'
import { loadUser } from '#client/account/account-slice.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { CardSettingsProvider } from '#client/appliances/card-settings.tsx'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import { selectAppliances } from '#client/appliances/state/appliances-state.ts'
import { createSilentEffects } from './silent-effects.ts'
import { createStore, type State } from '#client/app/store.ts'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation, loadSharedTexts, type Translation } from '#client/i18n/translation.ts'
import { StaticRouter } from '#client/router/static-router.tsx'

/** A brand with four countries, for tests of components. */
export const testBrandSettings: BrandSettings = {
  id: 'larch',
  name: 'Larch',
  title: 'Larch portal',
  countries: ['DE', 'AT', 'CH', 'SE'],
  supportMail: 'support@example.com',
  supportPhone: null,
  appStoreLinks: { ios: 'https://apps.example/ios', android: 'https://apps.example/android' },
  privacyCookie: 'privacy',
  dataActUrl: 'https://example.com/data-act',
  greeting: {},
  logo: { width: 1, height: 1 },
}

/** The person who is signed in during tests of components. */
export const testUserAda: User = {
  sub: '1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Berg',
  contactEmail: 'ada@example.com',
  contactPhone: '15112345678',
  phoneCountryCode: 'DE',
  country: 'DE',
}

type Sent = { call: string; input: unknown }

export type RenderPartOptions = {
  connections?: readonly Connection[]
  user?: User
  /** The answers of the API; the keys are 'METHOD path'. If an answer is a Failure, the call fails. */
  answers?: Record<string, unknown>
  /** The text catalogs that the route of the part loads in the app. */
  texts?: readonly Parameters<Translation['extend']>[0][]
}

/**
 * Renders a part of the app in English, with the app's own store and effects. `answers` replaces the API. If `part` is
 * a function, it is called with the first appliance.
 */
export async function renderPart(
  part: ReactNode | ((appliance: Appliance) => ReactNode),
  { connections = [], user = testUserAda, answers = {}, texts = [] }: RenderPartOptions = {},
) {
  const sent: Sent[] = []
  const answered: Record<string, unknown> = {
    [callKeyOf(applianceApi.listConnections)]: { items: connections, total: connections.length },
    [callKeyOf(personApi.readUser)]: user,
    ...answers,
  }
  const call = (async (endpoint: { method: string; path: string }, input: unknown) => {
    const key = callKeyOf(endpoint)
    sent.push({ call: key, input })
    const answer: unknown = await answered[key]
    if (isFailure(answer)) throw new CallError(answer)
    return answer
  }) as unknown as ApiCall
  const navigated: string[] = []
  const store = createStore({
    calls: {
      call,
      brandId: testBrandSettings.id,
      now: () => Date.now(),
      wait: async () => undefined,
      isOffline: () => false,
    },
    listeners: createSilentEffects({ navigate: (path) => navigated.push(path) }),
    invitation: { kind: 'none' },
  })
  await Promise.all([store.dispatch(loadUser()), store.dispatch(loadAppliances())])
  const translation = await createTranslation({
    load: loadSharedTexts,
    keeping: { getItem: () => 'en', setItem: () => undefined },
    preferred: ['en-GB'],
    onLanguage: () => undefined,
  })
  for (const load of texts) await translation.extend(load)
  const { unmount } = render(
    <Provider store={store}>
      <TextProvider translation={translation}>
        <StaticRouter>
          <CardSettingsProvider value={{ brand: testBrandSettings, userCountry: 'DE' }}>
            {typeof part === 'function' ? <FirstAppliance>{part}</FirstAppliance> : part}
          </CardSettingsProvider>
        </StaticRouter>
      </TextProvider>
    </Provider>,
  )
  onTestFinished(unmount)
  return { user: userEvent.setup(), sent, answers: answered, navigated, store }
}

function FirstAppliance({ children }: { children: (appliance: Appliance) => ReactNode }) {
  const [first] = useSelector((state: State) => selectAppliances(state))
  return first && children(first)
}

export function callKeyOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`
}

function isFailure(answer: unknown): answer is CallFailure {
  return typeof answer === 'object' && answer !== null && 'kind' in answer
}
