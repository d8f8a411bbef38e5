import { useState } from 'react'
import type { Translate } from '#client/i18n/message-types.ts'
import type { Example } from '../example.ts'
import { CodeField } from './code-field.tsx'
import { serialNumberFormat } from './code-format.ts'

function AccessCode({ t, start, error }: { t: Translate; start: string; error?: string }) {
  const [value, setValue] = useState(start)
  return (
    <CodeField
      label={t('add.access-code.label')}
      hint={t('add.access-code.info')}
      error={error}
      value={value}
      onChange={setValue}
    />
  )
}

function Serial({ t, start }: { t: Translate; start: string }) {
  const [value, setValue] = useState(start)
  return (
    <CodeField
      label={t('add.serial.label')}
      format={serialNumberFormat}
      inputMode="numeric"
      value={value}
      onChange={setValue}
    />
  )
}

export const examples: Example[] = [
  { name: 'access code', render: ({ t }) => <AccessCode t={t} start="A1b2C3d4E5f6G7h8" /> },
  {
    name: 'with error',
    render: ({ t }) => <AccessCode t={t} start="A1b2C3d4" error={t('add.access-code.pattern')} />,
  },
  { name: 'serial number', render: ({ t }) => <Serial t={t} start="123456789" /> },
  { name: 'serial number of a test gateway', render: ({ t }) => <Serial t={t} start="cold-1" /> },
]
