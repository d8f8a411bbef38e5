import { useState } from 'react'
import type { Example } from '../example.ts'
import { RadioCards } from './radio-cards.tsx'

const options = [
  { value: 'rrc1', label: 'CT100' },
  { value: 'rrc2', label: 'CT200' },
  { value: 'icom', label: 'MB Lan' },
]

function Chosen({ start }: { start: string }) {
  const [value, setValue] = useState(start)
  return <RadioCards label="Appliance type" options={options} value={value} onChange={setValue} />
}

export const examples: Example[] = [
  { name: 'one chosen', render: () => <Chosen start="rrc1" /> },
  { name: 'none chosen', render: () => <Chosen start="" /> },
]
