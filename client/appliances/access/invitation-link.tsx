import type { NewInvitation } from '#contract/access.ts'
import { formatDatedMoment } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { CopyButton } from '#client/ui/copy-button/copy-button.tsx'
import { DialogFoot } from '#client/ui/dialog/dialog-foot.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import styles from './access.module.css'

/** `now` in epoch ms. */
export type InvitationLinkProps = { invitation: NewInvitation; now: number; onClose(): void }

/** Shows a new link once: the portal stores only its digest. */
export function InvitationLink({ invitation: { url, expiresAt }, now, onClose }: InvitationLinkProps) {
  const { t, locale } = useTexts()
  return (
    <div className={styles.form}>
      <p>{t('access.link.text', { time: formatDatedMoment(Date.parse(expiresAt), now, locale) })}</p>
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
