import type { Example } from '../example.ts'
import { SerialInText } from './serial-in-text.tsx'

function textWith(serial: string): Example['render'] {
  return ({ t }) => <SerialInText serial={serial}>{t('appliance.gateway-id', { serial })}</SerialInText>
}

export const examples: Example[] = [
  { name: 'nine digits', render: textWith('929220810') },
  { name: 'a test gateway', render: textWith('cold-1') },
]
