import { useState } from 'react'
import type { Example } from '../example.ts'
import { PasswordField } from './password-field.tsx'

function Typed({ error, start }: { error?: string; start: string }) {
  const [value, setValue] = useState(start)
  return (
    <PasswordField
      label="User password"
      showLabel="Show password"
      hideLabel="Hide password"
      error={error}
      value={value}
      onChange={setValue}
    />
  )
}

export const examples: Example[] = [
  { name: 'hidden', render: () => <Typed start="warm-house" /> },
  {
    name: 'with error',
    render: () => <Typed start="abc" error="User password must have at least 4 characters" />,
  },
]
