import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadPushTexts } from '#client/i18n/late-texts.ts'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation } from '#client/i18n/translation.ts'
import { loadPushSwitch } from './load-push-switch.ts'
import { PushStateView, PushSwitch } from './push-switch.tsx'

async function fixture() {
  const translation = await createTranslation({
    load: async () => ({}),
    keeping: { getItem: () => 'en', setItem: () => {} },
    preferred: ['en-GB'],
    onLanguage: () => {},
  })
  const shown = () =>
    renderToStaticMarkup(
      <TextProvider translation={translation}>
        {(['off', 'on', 'failed', 'denied', 'unsupported'] as const).map((state) => (
          <PushStateView key={state} state={state} onSwitch={async () => undefined} />
        ))}
      </TextProvider>,
    )
  return { translation, shown }
}

test('push settings whose texts are lost with the network are not shown, because they would show text ids', async () => {
  const { shown } = await fixture()
  expect(shown()).toContain('push-switch.turn-on')
  const lost = async () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  await expect(loadPushSwitch(lost)).rejects.toThrow('Failed to fetch')
})

test('push settings are shown with their texts, in each state', async () => {
  const { translation, shown } = await fixture()
  const asked: unknown[] = []
  const extend: typeof translation.extend = async (load) => {
    asked.push(load)
    return translation.extend(load)
  }
  expect(await loadPushSwitch(extend)).toBe(PushSwitch)
  expect(asked).toEqual([loadPushTexts])
  expect(shown()).toContain('<button')
  expect(shown()).not.toContain('push-switch.')
})
