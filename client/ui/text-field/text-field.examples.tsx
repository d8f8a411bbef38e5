import { useState } from 'react'
import type { Example } from '../example.ts'
import { InfoTip } from '../info-tip/info-tip.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

function Typed(props: Partial<TextFieldProps> & { label: string }) {
  const [value, setValue] = useState(props.value ?? '')
  return <TextField {...props} value={value} onChange={setValue} />
}

export const examples: Example[] = [
  { name: 'empty', render: ({ t }) => <Typed label={t('address.city')} /> },
  {
    name: 'with hint and info',
    frameHeight: 360,
    render: ({ t }) => (
      <Typed
        label={t('add.serial.label')}
        hint={t('add.serial.info')}
        info={<InfoTip label={t('add.where')}>{t('add.serial.info')}</InfoTip>}
      />
    ),
  },
  {
    name: 'with error',
    render: ({ t }) => <Typed label={t('address.city')} value="" error={t('address.city.required')} />,
  },
  {
    name: 'read only',
    render: ({ t }) => <Typed label={t('account.contact-email')} value="owner@example.com" isReadOnly />,
  },
]
