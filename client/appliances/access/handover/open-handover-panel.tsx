import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useMoments } from '#client/i18n/use-moments.ts'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { CopyButton } from '#client/ui/copy-button/copy-button.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import layout from '#client/styles/layout.module.css'
import styles from '../access.module.css'
import { withdrawHandover } from '../access-calls.ts'
import { CallButton } from '../access-row.tsx'
import { accessFailureMessage } from '../access-words.ts'

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
  const { t } = useTexts()
  const time = useMoments().datedMoment(expiresAt)
  const dispatch = useCallDispatch()
  const { failure, attempt } = useAttempt(accessFailureMessage)

  async function cancel(): Promise<void> {
    await attempt(dispatch(withdrawHandover({ id: applianceId })).unwrap())
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
      <div className={layout.actions}>
        {link && (
          <CopyButton
            text={link.url}
            label={t('access.copy')}
            copiedLabel={t('access.copied')}
            failedLabel={t('access.copy-failed')}
          />
        )}
        {mayCancel && <CallButton label="handover.cancel" onPress={cancel} />}
      </div>
    </div>
  )
}
