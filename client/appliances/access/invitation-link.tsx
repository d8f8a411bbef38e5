import type { CreatedInvitation } from '#contract/access.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useMoments } from '#client/i18n/use-moments.ts'
import { Button } from '#client/ui/button/button.tsx'
import { CopyButton } from '#client/ui/copy-button/copy-button.tsx'
import { DialogFoot } from '#client/ui/dialog/dialog-foot.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import styles from './access.module.css'

export type InvitationLinkProps = {
  invitation: CreatedInvitation
  /** The address to which the portal sends the link; null if the portal sends no email. */
  mailedTo: string | null
  onClose(): void
}

/**
 * Shows the link of a new invitation. The page cannot show the link again, because the portal stores only its digest.
 */
export function InvitationLink({ invitation: { url, expiresAt }, mailedTo, onClose }: InvitationLinkProps) {
  const { t } = useTexts()
  const time = useMoments().datedMoment(expiresAt)
  return (
    <div className={styles.form}>
      <p>
        {mailedTo === null
          ? t('access.link.text', { time })
          : t('access.link.mailed', { address: isolateNameDirection(mailedTo), time })}
      </p>
      <TextField label={t('access.link')} value={url} onChange={() => {}} isReadOnly />
      <DialogFoot>
        <CopyButton
          text={url}
          label={t('access.copy')}
          copiedLabel={t('access.copied')}
          failedLabel={t('access.copy-failed')}
        />
        <Button onPress={onClose}>{t('access.done')}</Button>
      </DialogFoot>
    </div>
  )
}
