import { useState } from 'react'
import type { Translate } from '#client/i18n/message-types.ts'
import { SquareControllerIcon } from '#client/icons/gateway-icons.tsx'
import type { Example } from '../example.ts'
import { RadioCards } from './radio-cards.tsx'

const options = [
  { value: 'rrc1', label: 'CT100' },
  { value: 'rrc2', label: 'CT200' },
  { value: 'icom', label: 'MB Lan' },
]

const picturedOptions = options.map((option) => ({ ...option, picture: <SquareControllerIcon size={56} /> }))

function Chosen({ t, start }: { t: Translate; start: string }) {
  const [value, setValue] = useState(start)
  return <RadioCards label={t('add.type')} options={options} value={value} onChange={setValue} />
}

export const examples: Example[] = [
  { name: 'one chosen', render: ({ t }) => <Chosen t={t} start="rrc1" /> },
  { name: 'none chosen', render: ({ t }) => <Chosen t={t} start="" /> },
  {
    name: 'with pictures',
    render: ({ t }) => (
      <RadioCards label={t('add.type')} options={picturedOptions} value="rrc1" onChange={() => undefined} />
    ),
  },
]
