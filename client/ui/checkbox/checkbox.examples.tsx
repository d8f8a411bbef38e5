import { useState } from 'react'
import type { Translate } from '#client/i18n/message-types.ts'
import type { Example } from '../example.ts'
import { Checkbox } from './checkbox.tsx'

function Ticked({ t, start, error }: { t: Translate; start: boolean; error?: string }) {
  const [value, setValue] = useState(start)
  return (
    <Checkbox value={value} onChange={setValue} error={error}>
      {t('provider.consent.label')}
    </Checkbox>
  )
}

export const examples: Example[] = [
  { name: 'off', render: ({ t }) => <Ticked t={t} start={false} /> },
  { name: 'on', render: ({ t }) => <Ticked t={t} start /> },
  {
    name: 'with error',
    render: ({ t }) => <Ticked t={t} start={false} error={t('provider.consent.required')} />,
  },
]
