import { useState } from 'react'
import type { Example } from '../example.ts'
import { CheckboxGroup } from './checkbox-group.tsx'

const options = [
  { value: 'values', label: 'Measured values', description: 'Temperatures and operating modes.' },
  { value: 'record', label: 'Service record', description: 'Faults, contracts and accesses.' },
]

function Ticked({ start, error }: { start: string[]; error?: string }) {
  const [value, setValue] = useState(start)
  return <CheckboxGroup label="Contents" options={options} value={value} onChange={setValue} error={error} />
}

export const examples: Example[] = [
  { name: 'one ticked', render: () => <Ticked start={['values']} /> },
  { name: 'with error', render: () => <Ticked start={[]} error="Please choose at least one" /> },
]
