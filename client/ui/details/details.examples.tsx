import type { Example } from '../example.ts'
import { Details } from './details.tsx'

export const examples: Example[] = [
  {
    name: 'an id',
    render: ({ t }) => (
      <Details label={t('details.show')} about={t('provider.details')}>
        {t('provider.company-id', { id: 'ffb13322-b7f3-4c98-aedb-7dba2e74c87c' })}
      </Details>
    ),
  },
]
