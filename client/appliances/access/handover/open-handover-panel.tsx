import { useState } from 'react'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { formatDatedMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { CopyButton } from '#client/ui/copy-button/copy-button.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import styles from '../access.module.css'
import { accessFailureMessage } from '../access-words.ts'
import { withdrawHandover } from './handover-calls.ts'

export type OpenHandoverPanelProps = {
  applianceId: string
  expiresAt: string
  /**
   * The link, if this page has just started the hand-over; otherwise null. `mailedTo`: the address to which the
   * portal sends the link; null if the portal sends no email.
   */
  link: { url: string; mailedTo: string | null } | null
  /** Whether the signed-in person may cancel the hand-over. */
  mayCancel: boolean
  onChanged(): Promise<void>
}

/** Shows an open hand-over: its expiry, its link, and the button to cancel it. Specification 26.10. */
export function OpenHandoverPanel({ applianceId, expiresAt, link, mayCancel, onChanged }: OpenHandoverPanelProps) {
  const { t, locale } = useTexts()
  const dispatch = useCallDispatch()
  const now = useNow()
  const [failure, setFailure] = useState<MessageId | null>(null)
  const time = formatDatedMoment(Date.parse(expiresAt), now, locale)

  async function cancel(): Promise<void> {
    setFailure(null)
    const answer = await dispatch(withdrawHandover({ id: applianceId }))
    if (!withdrawHandover.fulfilled.match(answer)) setFailure(accessFailureMessage(answer.payload))
    await onChanged()
  }

  return (
    <div className={styles.form}>
      <p>{t('handover.open', { time })}</p>
      {link && (
        <>
          <p>
            {link.mailedTo === null
              ? t('handover.link.text')
              : t('handover.link.mailed', { address: isolateNameDirection(link.mailedTo) })}
          </p>
          <TextField label={t('access.link')} value={link.url} onChange={() => {}} isReadOnly />
        </>
      )}
      <FailureNote>{failure && t(failure)}</FailureNote>
      <div className={styles.actions}>
        {link && (
          <CopyButton
            text={link.url}
            label={t('access.copy')}
            copiedLabel={t('access.copied')}
            failedLabel={t('access.copy-failed')}
          />
        )}
        {mayCancel && (
          <Button variant="secondary" pendingLabel={t('access.working')} onPress={cancel}>
            {t('handover.cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
