import type { Messages } from '@lingui/core'
import { describe, expect, test, vi } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { createTranslation } from './translation.ts'

const catalog: Messages = {
  'address.street1': 'Straße und Hausnummer',
  'add.password.max-length': ['höchstens ', ['max', 'plural', { one: ['1 Maß'], other: [['max'], ' Maße'] }]],
}

async function translationFor(...preferred: string[]) {
  const keeping = { getItem: () => null, setItem: () => {} }
  return createTranslation({ load: async () => catalog, keeping, preferred, onLanguage: () => {} })
}

test.each(['de-CH', 'de-LI'])('a reader of %s finds no ß', async (tag) => {
  const { t, locale } = await translationFor(tag, 'de')
  expect(locale()).toBe(tag)
  expect(t('address.street1')).toBe('Strasse und Hausnummer')
  expect(t('add.password.max-length', { max: 4 })).toContain('Masse')
})

test.each(['de', 'de-AT'])('a reader of %s does', async (tag) => {
  const { t } = await translationFor(tag)
  expect(t('address.street1')).toBe('Straße und Hausnummer')
})

describe('while texts are on their way', () => {
  /** Creates a translation whose catalogs load only when the test releases them by name. */
  async function slowTranslation() {
    const waiting: { name: string; come: () => void; fail: () => void }[] = []
    const kept = new Map<string, string>()
    const ask = async (name: string, messages: Messages) =>
      new Promise<Messages>((resolve, reject) => {
        waiting.push({ name, come: () => resolve(messages), fail: () => reject(new Error('The network is away.')) })
      })
    const settle = async (name: string, how: 'come' | 'fail' = 'come') => {
      const found = await vi.waitUntil(() => waiting.find((each) => each.name === name), 10_000)
      waiting.splice(waiting.indexOf(found), 1)
      found[how]()
    }
    const making = createTranslation({
      load: async (language) => ask(language, { 'account.title': language }),
      keeping: { getItem: () => null, setItem: (key, value) => void kept.set(key, value) },
      preferred: ['en'],
      onLanguage: () => {},
    })
    await settle('en')
    const loadMore = async (language: Language) => ask(`more ${language}`, { 'history.title': `more ${language}` })
    const asked = async (name: string) => vi.waitUntil(() => waiting.some((each) => each.name === name), 10_000)
    return { translation: await making, kept, asked, settle, loadMore }
  }

  test('a chosen language stays, and gets the texts that load later', async () => {
    const { translation, kept, asked, settle, loadMore } = await slowTranslation()
    const extended = translation.extend(loadMore)
    await settle('more en')
    await asked('en')
    const chosen = translation.choose('de')
    for (const name of ['de', 'more de']) await settle(name)
    await chosen
    for (const name of ['en', 'more en', 'de', 'more de']) await settle(name)
    await extended
    expect(translation.language()).toBe('de')
    expect(translation.t('account.title')).toBe('de')
    expect(translation.t('history.title')).toBe('more de')
    expect(kept.get('language')).toBe('de')
  })

  test('texts that load after another language was chosen are shown in that language', async () => {
    const { translation, settle, loadMore } = await slowTranslation()
    const extended = translation.extend(loadMore)
    const chosen = translation.choose('de')
    await settle('more en')
    for (const name of ['de', 'de', 'more de', 'de', 'more de']) await settle(name)
    await Promise.all([extended, chosen])
    expect(translation.t('account.title')).toBe('de')
    expect(translation.t('history.title')).toBe('more de')
  })

  test('if a language fails to load, the previous one stays with all added texts', async () => {
    const { translation, kept, settle, loadMore } = await slowTranslation()
    const chosen = translation.choose('de')
    await settle('de', 'fail')
    await expect(chosen).rejects.toThrow('The network is away.')
    const extended = translation.extend(loadMore)
    for (const name of ['more en', 'en', 'more en']) await settle(name)
    await extended
    expect(translation.language()).toBe('en')
    expect(translation.t('history.title')).toBe('more en')
    expect(kept.size).toBe(0)
  })

  test('of two languages chosen in a row, the last is shown and stored', async () => {
    const { translation, kept, settle } = await slowTranslation()
    const first = translation.choose('de')
    const last = translation.choose('fr')
    await settle('fr')
    await settle('de')
    await settle('fr')
    await Promise.all([first, last])
    expect(translation.language()).toBe('fr')
    expect(kept.get('language')).toBe('fr')
  })
})
