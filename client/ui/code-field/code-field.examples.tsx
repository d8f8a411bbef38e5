import { useState } from 'react'
import type { Example } from '../example.ts'
import { CodeField } from './code-field.tsx'
import { serialInFours } from './code-grouping.ts'

function AccessCode({ start, error }: { start: string; error?: string }) {
  const [value, setValue] = useState(start)
  return <CodeField label="Access code" hint="16 letters and digits" error={error} value={value} onChange={setValue} />
}

function Serial({ start }: { start: string }) {
  const [value, setValue] = useState(start)
  return (
    <CodeField label="Serial number" format={serialInFours} inputMode="numeric" value={value} onChange={setValue} />
  )
}

export const examples: Example[] = [
  { name: 'access code', render: () => <AccessCode start="A1b2C3d4E5f6G7h8" /> },
  {
    name: 'with error',
    render: () => <AccessCode start="A1b2C3d4" error="Access code/Password must be a 16-character code" />,
  },
  { name: 'serial number', render: () => <Serial start="123456789" /> },
  { name: 'serial number of a test gateway', render: () => <Serial start="cold-1" /> },
]
