import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import type { ContractStatus } from '#contract/provider.ts'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation } from '#client/i18n/translation.ts'
import { CardSettingsProvider } from '../card-settings.tsx'
import { testSupportContract } from '#test/client/api-connection.ts'
import { ConnectedSupport } from './connected-support.tsx'

const { defaultBrand } = await readBrands()
const translation = await createTranslation({
  load: async () => ({}),
  keeping: { getItem: () => 'en', setItem: () => {} },
  preferred: [],
  onLanguage: () => {},
})

function shown(status: ContractStatus): string {
  return renderToStaticMarkup(
    <TextProvider translation={translation}>
      <CardSettingsProvider value={{ brand: defaultBrand.settings, userCountry: 'DE' }}>
        <ConnectedSupport id="1" support={{ ...testSupportContract, status }} canWithdraw={false} />
      </CardSettingsProvider>
    </TextProvider>,
  )
}

test('only an active contract says that the appliance is shared', () => {
  expect(shown('ACTIVE')).toContain('tab.support.connected')
  expect(shown('PENDING')).not.toContain('tab.support.connected')
  expect(shown('PENDING')).toContain('contract.pending')
  expect(shown('DECLINED')).not.toContain('tab.support.connected')
})
