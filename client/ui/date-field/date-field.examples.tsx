import { useState } from 'react'
import type { Example } from '../example.ts'
import { DateField, type DateFieldProps } from './date-field.tsx'

const offered = { first: '2025-01-05', last: '2026-03-31' }

function Picked(props: Partial<DateFieldProps> & { label: string }) {
  const [value, setValue] = useState(props.value ?? null)
  return <DateField locale="en-GB" offered={offered} {...props} value={value} onChange={setValue} />
}

export const examples: Example[] = [
  { name: 'empty', render: () => <Picked label="From" /> },
  { name: 'with a date', render: () => <Picked label="From" value="2026-03-01" hint="Your data begins in 2025." /> },
  { name: 'German', render: () => <Picked label="Von" value="2026-03-01" locale="de-DE" /> },
  { name: 'with error', render: () => <Picked label="To" error="Please enter a complete date" /> },
]
