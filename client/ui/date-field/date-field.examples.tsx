import { useState } from 'react'
import type { Example } from '../example.ts'
import { DateField, type DateFieldProps } from './date-field.tsx'

const offered = { first: '2025-01-05', last: '2026-03-31' }

function Picked(props: Partial<DateFieldProps> & Pick<DateFieldProps, 'label' | 'locale'>) {
  const [value, setValue] = useState(props.value ?? null)
  return <DateField offered={offered} {...props} value={value} onChange={setValue} />
}

export const examples: Example[] = [
  {
    name: 'empty',
    frameHeight: 480,
    render: ({ t, locale }) => <Picked label={t('data-export.from')} locale={locale} />,
  },
  {
    name: 'with a date',
    frameHeight: 480,
    render: ({ t, locale }) => (
      <Picked
        label={t('data-export.from')}
        locale={locale}
        value="2026-03-01"
        hint={t('data-export.kept-from', { date: '2025-01-05' })}
      />
    ),
  },
  {
    name: 'with error',
    frameHeight: 480,
    render: ({ t, locale }) => (
      <Picked label={t('data-export.to')} locale={locale} error={t('data-export.date.required')} />
    ),
  },
]
