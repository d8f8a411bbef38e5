import { useState } from 'react'
import type { Translate } from '#client/i18n/message-types.ts'
import type { Example } from '../example.ts'
import { PasswordField } from './password-field.tsx'

function Typed({ t, error, start }: { t: Translate; error?: string; start: string }) {
  const [value, setValue] = useState(start)
  return (
    <PasswordField
      label={t('add.password.label')}
      showLabel={t('add.password.show')}
      hideLabel={t('add.password.hide')}
      error={error}
      value={value}
      onChange={setValue}
    />
  )
}

export const examples: Example[] = [
  { name: 'hidden', render: ({ t }) => <Typed t={t} start="warm-house" /> },
  {
    name: 'with error',
    render: ({ t }) => <Typed t={t} start="abc" error={t('add.password.min-length', { min: 4 })} />,
  },
]
