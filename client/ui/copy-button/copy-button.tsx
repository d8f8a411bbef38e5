import { useState } from 'react'
import { CheckIcon } from '#client/icons/action-icons.tsx'
import { CopyIcon } from '#client/icons/late-icons.tsx'
import { Button } from '../button/button.tsx'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'

export type CopyButtonProps = {
  text: string
  label: string
  copiedLabel: string
  /** The announcement if the browser blocks copying. */
  failedLabel: string
}

/** Copies a text to the clipboard and announces the result to screen readers. */
export function CopyButton({ text, label, copiedLabel, failedLabel }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none')
  const announcement = { none: '', copied: copiedLabel, failed: failedLabel }[outcome]

  function copy(): Promise<void> {
    return writeToClipboard(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }

  return (
    <>
      <Button
        variant="quiet"
        icon={outcome === 'copied' ? <CheckIcon size={20} /> : <CopyIcon size={20} />}
        onPress={copy}
      >
        {announcement || label}
      </Button>
      <span aria-live="polite">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </span>
    </>
  )
}

/** Copies a text. Rejects if the browser has no clipboard, as on a page without TLS. */
async function writeToClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
