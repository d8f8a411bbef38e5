import { useState } from 'react'
import type { Translate } from '#client/i18n/message-types.ts'
import { Button } from '../button/button.tsx'
import { CodeField } from '../code-field/code-field.tsx'
import { serialNumberFormat } from '../code-field/code-format.ts'
import type { Example } from '../example.ts'
import { PasswordField } from '../password-field/password-field.tsx'
import { Form, FormActions } from './form.tsx'

function AddAppliance({ t }: { t: Translate }) {
  const [serial, setSerial] = useState('')
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  return (
    <Form label={t('add.title')} onSubmit={() => {}}>
      <CodeField
        label={t('add.serial.label')}
        hint={t('add.serial.info')}
        format={serialNumberFormat}
        value={serial}
        onChange={setSerial}
      />
      <CodeField label={t('add.access-code.label')} hint={t('add.access-code.info')} value={code} onChange={setCode} />
      <PasswordField
        label={t('add.password.label')}
        showLabel={t('add.password.show')}
        hideLabel={t('add.password.hide')}
        value={password}
        onChange={setPassword}
      />
      <FormActions>
        <Button variant="secondary" wide>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" wide>
          {t('add.submit')}
        </Button>
      </FormActions>
    </Form>
  )
}

export const examples: Example[] = [{ name: 'add appliance', render: ({ t }) => <AddAppliance t={t} /> }]
