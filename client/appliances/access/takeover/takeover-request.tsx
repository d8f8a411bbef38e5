import { useState } from 'react'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { accessPath } from '#contract/pages.ts'
import type { TakeoverToAnswer } from '#contract/takeover.ts'
import { accessFailureMessage } from '../access-words.ts'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { formatDatedMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { UnknownOutcomeNote } from '#client/unknown-outcome-note.tsx'
import { isSignInTooOld, SignInAgainCallout } from '#client/sign-in-again-callout.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { sendTakeoverAnswer } from '#client/appliances/state/takeover-calls.ts'
import styles from './takeover.module.css'

export type TakeoverRequestProps = {
  appliance: Appliance
  takeover: TakeoverToAnswer
  onChanged(): Promise<void>
}

const headingId = 'takeover-request'

type Asking = 'idle' | 'confirming' | 'signing-in'

/** Shows an open takeover to the owner and co-owners. Its two buttons are equally prominent. Specification 26.9. */
export function TakeoverRequest({ appliance, takeover, onChanged }: TakeoverRequestProps) {
  const { t, locale } = useTexts()
  const dispatch = useCallDispatch()
  const now = useNow()
  const [asking, setAsking] = useState<Asking>('idle')
  const [failure, setFailure] = useState<MessageId | null>(null)
  const name = takeover.name === null ? t('access.nameless') : isolateNameDirection(takeover.name)

  async function answer(agree: boolean): Promise<void> {
    setFailure(null)
    const action = await dispatch(sendTakeoverAnswer({ id: appliance.id, takeoverId: takeover.id, agree }))
    if (!sendTakeoverAnswer.fulfilled.match(action)) {
      if (isSignInTooOld(action.payload)) return setAsking('signing-in')
      setFailure(accessFailureMessage(action.payload))
    }
    await (agree ? dispatch(loadAppliances()) : onChanged())
  }

  const trouble = <FailureNote>{failure && t(failure)}</FailureNote>
  return (
    <section aria-labelledby={headingId}>
      <Panel>
        <div className={styles.form}>
          <h2 id={headingId}>{t('access.takeover.title')}</h2>
          <p>{t('access.takeover.text', { name })}</p>
          <p>{t('access.takeover.until', { time: formatDatedMoment(Date.parse(takeover.until), now, locale) })}</p>
          {asking === 'signing-in' && (
            <SignInAgainCallout returnTo={accessPath(appliance.id)} label={t('handover.sign-in')}>
              {t('access.takeover.too-old')}
            </SignInAgainCallout>
          )}
          {asking !== 'confirming' && trouble}
          <div className={styles.actions}>
            {appliance.role === 'OWNER' && (
              <Button variant="secondary" onPress={() => setAsking('confirming')}>
                {t('access.takeover.agree')}
              </Button>
            )}
            <Button variant="secondary" pendingLabel={t('access.working')} onPress={() => answer(false)}>
              {t('access.takeover.object')}
            </Button>
          </div>
        </div>
      </Panel>
      <ConfirmDialog
        isOpen={asking === 'confirming'}
        title={t('access.takeover.confirm.title', { name })}
        confirmLabel={t('access.takeover.agree')}
        pendingLabel={t('access.working')}
        isDangerous
        onConfirm={async () => answer(true)}
        onClose={() => setAsking('idle')}
      >
        <p>{t('access.takeover.confirm.text')}</p>
        {trouble}
        <UnknownOutcomeNote of={sendTakeoverAnswer} />
      </ConfirmDialog>
    </section>
  )
}
