import type { Example } from '../example.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export const examples: Example[] = [
  {
    name: 'heard only, between the dots',
    render: ({ t }) => (
      <p>
        …<VisuallyHidden>{t('appliances.loading')}</VisuallyHidden>…
      </p>
    ),
  },
]
