import { useState } from 'react'
import type { Example } from '../example.ts'
import { Checkbox } from './checkbox.tsx'

function Ticked({ start, error }: { start: boolean; error?: string }) {
  const [value, setValue] = useState(start)
  return (
    <Checkbox value={value} onChange={setValue} error={error}>
      I agree that my installer sees the data of my appliance.
    </Checkbox>
  )
}

export const examples: Example[] = [
  { name: 'off', render: () => <Ticked start={false} /> },
  { name: 'on', render: () => <Ticked start /> },
  {
    name: 'with error',
    render: () => <Ticked start={false} error="Is mandatory to agree with the user and device data transition" />,
  },
]
