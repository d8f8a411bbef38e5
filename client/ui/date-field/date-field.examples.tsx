import { useState } from 'react'
import type { Example } from '../example.ts'
import { DateField, type DateFieldProps } from './date-field.tsx'

const offered = { first: '2025-01-05', last: '2026-03-31' }

function Picked({ value: start, ...props }: Pick<DateFieldProps, 'label' | 'value' | 'locale' | 'hint' | 'error'>) {
  const [value, setValue] = useState(start)
  return <DateField offered={offered} {...props} value={value} onChange={setValue} />
}

export const examples: Example[] = [
  { name: 'empty', render: ({ t, locale }) => <Picked label={t('data-export.from')} locale={locale} value={null} /> },
  {
    name: 'with a date and a hint',
    render: ({ t, locale }) => (
      <Picked
        label={t('data-export.from')}
        hint={t('data-export.kept-from', { date: '05.01.2025' })}
        locale={locale}
        value="2026-03-01"
      />
    ),
  },
  {
    name: 'with error',
    render: ({ t, locale }) => (
      <Picked label={t('data-export.to')} error={t('data-export.date.future')} locale={locale} value="2099-03-01" />
    ),
  },
]
