import { useState } from 'react'
import { StickerPicture } from '#client/icons/sticker-picture.tsx'
import type { Example } from '../example.ts'
import { InfoTip } from '../info-tip/info-tip.tsx'
import { TextField } from './text-field.tsx'
import type { TextFieldProps } from './text-field.tsx'

function Typed(props: Partial<TextFieldProps> & { label: string }) {
  const [value, setValue] = useState(props.value ?? '')
  return <TextField {...props} value={value} onChange={setValue} />
}

const info = (
  <InfoTip label="Where is the serial number?">
    <StickerPicture
      highlight="serial"
      label="Sticker with the serial number in its first line"
      captions={{ serial: 'Serial number', accessCode: 'Access code', password: 'Password' }}
    />
    You find the serial number on the sticker of the gateway.
  </InfoTip>
)

export const examples: Example[] = [
  { name: 'empty', render: () => <Typed label="City" /> },
  {
    name: 'with hint and info',
    render: () => <Typed label="Serial number" hint="9 digits" info={info} />,
  },
  { name: 'with error', render: () => <Typed label="City" value="" error="City is required" /> },
  { name: 'read only', render: () => <Typed label="Email" value="owner@example.com" isReadOnly /> },
  { name: 'disabled', render: () => <Typed label="Country" value="Austria" isDisabled /> },
]
