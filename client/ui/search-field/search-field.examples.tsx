import { useState } from 'react'
import type { Translate } from '#client/i18n/message-types.ts'
import type { Example } from '../example.ts'
import { SearchField } from './search-field.tsx'

function ProviderSearchField({ t }: { t: Translate }) {
  const [text, setText] = useState('')
  return (
    <SearchField
      label={t('provider.search.label')}
      placeholder={t('provider.search.placeholder')}
      value={text}
      onChange={setText}
    />
  )
}

export const examples: Example[] = [{ name: 'service provider', render: ({ t }) => <ProviderSearchField t={t} /> }]
