import type { Example } from '../example.ts'
import { CopyButton } from './copy-button.tsx'

export const examples: Example[] = [
  {
    name: 'a text',
    render: ({ t }) => (
      <CopyButton
        text="b5bb9d8014a0f9b1d61e21e796d78dcc"
        label={t('data-export.file.copy')}
        copiedLabel={t('data-export.file.copied')}
        failedLabel={t('data-export.file.copy-failed')}
      />
    ),
  },
]
