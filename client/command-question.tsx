import { useTexts } from './i18n/text-provider.tsx'
import type { MessageId } from './i18n/message-types.ts'
import { FailureNote } from './ui/callout/callout.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './ui/confirm-dialog/confirm-dialog.tsx'
import { UnknownOutcomeNote } from './unknown-outcome-note.tsx'

export type CommandQuestionProps = Omit<ConfirmDialogProps, 'isDangerous'> & {
  command: { typePrefix: string }
  /** The message about a failure of the command. */
  failure?: MessageId | null
}

/** Asks for confirmation of a command that removes something. Also shows that the command failed or has an unknown outcome. */
export function CommandQuestion({ command, failure = null, children, ...dialog }: CommandQuestionProps) {
  const { t } = useTexts()
  return (
    <ConfirmDialog {...dialog} isDangerous>
      {children}
      <FailureNote>{failure && t(failure)}</FailureNote>
      <UnknownOutcomeNote of={command} />
    </ConfirmDialog>
  )
}
