import type { Example } from '../example.ts'
import { CopyButton } from './copy-button.tsx'

export const examples: Example[] = [
  {
    name: 'a text',
    render: () => (
      <CopyButton
        text="b5bb9d8014a0f9b1d61e21e796d78dcc"
        label="Copy checksum"
        copiedLabel="Copied"
        failedLabel="Please copy it by hand"
      />
    ),
  },
]
