import { useState } from 'react'
import type { Example } from '../example.ts'
import { DateField, type DateFieldProps } from './date-field.tsx'

const frameHeight = 480
const available = { first: '2025-01-05', last: '2026-03-31' }

function Picked(props: Partial<DateFieldProps> & Pick<DateFieldProps, 'label'>) {
  const [value, setValue] = useState(props.value ?? null)
  return <DateField available={available} {...props} value={value} onChange={setValue} />
}

export const examples: Example[] = [
  { name: 'empty', frameHeight, render: ({ t }) => <Picked label={t('data-export.from')} /> },
  {
    name: 'with a date',
    frameHeight,
    render: ({ t }) => (
      <Picked
        label={t('data-export.from')}
        value="2026-03-01"
        hint={t('data-export.kept-from', { date: '2025-01-05' })}
      />
    ),
  },
  {
    name: 'with error',
    frameHeight,
    render: ({ t }) => <Picked label={t('data-export.to')} error={t('data-export.date.required')} />,
  },
]
