import { useState } from 'react'
import { Button } from '../button/button.tsx'
import { CodeField } from '../code-field/code-field.tsx'
import { serialInFours } from '../code-field/code-grouping.ts'
import type { Example } from '../example.ts'
import { PasswordField } from '../password-field/password-field.tsx'
import { Form, FormActions } from './form.tsx'

function AddAppliance() {
  const [serial, setSerial] = useState('')
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  return (
    <Form label="Add appliance" onSubmit={() => {}}>
      <CodeField label="Serial number" hint="9 digits" format={serialInFours} value={serial} onChange={setSerial} />
      <CodeField label="Access code" hint="16 letters and digits" value={code} onChange={setCode} />
      <PasswordField
        label="User password"
        showLabel="Show password"
        hideLabel="Hide password"
        value={password}
        onChange={setPassword}
      />
      <FormActions>
        <Button variant="secondary" wide>
          Cancel
        </Button>
        <Button type="submit" wide>
          Add appliance
        </Button>
      </FormActions>
    </Form>
  )
}

export const examples: Example[] = [{ name: 'add appliance', render: () => <AddAppliance /> }]
