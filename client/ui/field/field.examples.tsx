import { Input } from 'react-aria-components/Input'
import { TextField } from 'react-aria-components/TextField'
import type { Example } from '../example.ts'
import { InfoTip } from '../info-tip/info-tip.tsx'
import { FieldFrame } from './field.tsx'

export const examples: Example[] = [
  {
    name: 'around a bare input',
    render: ({ t }) => (
      <TextField>
        <FieldFrame label={t('account.telephone')} hint={t('account.dialling-code.hint')}>
          <Input />
        </FieldFrame>
      </TextField>
    ),
  },
  {
    name: 'with everything',
    frameHeight: 240,
    render: ({ t }) => (
      <TextField isInvalid validationBehavior="aria">
        <FieldFrame
          label={t('add.serial.label')}
          hint={t('add.serial.info')}
          error={t('add.serial.pattern')}
          info={<InfoTip label={t('add.where')}>{t('add.serial.info')}</InfoTip>}
        >
          <Input />
        </FieldFrame>
      </TextField>
    ),
  },
]
