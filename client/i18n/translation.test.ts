import type { Messages } from '@lingui/core'
import { expect, test } from 'vitest'
import { createTranslation } from './translation.ts'

const catalog: Messages = {
  'address.street1': 'Straße und Hausnummer',
  'add.password.max-length': ['höchstens ', ['max', 'plural', { one: ['1 Maß'], other: [['max'], ' Maße'] }]],
}

async function translationFor(...wishes: string[]) {
  const keeping = { getItem: () => null, setItem: () => {} }
  return createTranslation({ load: async () => catalog, keeping, wishes, onLanguage: () => {} })
}

test.each(['de-CH', 'de-LI'])('a reader of %s finds no ß', async (wish) => {
  const { t, locale } = await translationFor(wish, 'de')
  expect(locale()).toBe(wish)
  expect(t('address.street1')).toBe('Strasse und Hausnummer')
  expect(t('add.password.max-length', { max: 4 })).toContain('Masse')
})

test.each(['de', 'de-AT'])('a reader of %s does', async (wish) => {
  const { t } = await translationFor(wish)
  expect(t('address.street1')).toBe('Straße und Hausnummer')
})
