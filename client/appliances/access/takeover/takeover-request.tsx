import { useState } from 'react'
import { accessPath } from '#contract/pages.ts'
import type { TakeoverToAnswer } from '#contract/takeover.ts'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { CommandQuestion } from '#client/command-question.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useMoments } from '#client/i18n/use-moments.ts'
import { isSignInTooOld, SignInAgainCallout } from '#client/sign-in-again-callout.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import layout from '#client/styles/layout.module.css'
import { sendTakeoverAnswer } from '../access-calls.ts'
import { CallButton } from '../access-row.tsx'
import { accessFailureMessage, formatPersonName } from '../access-words.ts'

export type TakeoverRequestProps = {
  appliance: Appliance
  takeover: TakeoverToAnswer
  onChanged(): Promise<void>
}

const headingId = 'takeover-request'

/** Shows an open takeover to the owner and co-owners. Its two buttons are equally prominent. Specification 26.9. */
export function TakeoverRequest({ appliance, takeover, onChanged }: TakeoverRequestProps) {
  const { t } = useTexts()
  const { datedMoment } = useMoments()
  const dispatch = useCallDispatch()
  const [isAsking, setAsking] = useState(false)
  const { failure, attempt, reset } = useAttempt((refusal) => {
    if (isSignInTooOld(refusal)) {
      setAsking(false)
      return 'access.takeover.too-old'
    }
    // The takeover may have changed or ended.
    void onChanged()
    return accessFailureMessage(refusal)
  })

  /** Opens or closes the question. The failure of an earlier answer disappears. */
  function showQuestion(isShown: boolean): void {
    reset()
    setAsking(isShown)
  }

  const isTooOld = failure === 'access.takeover.too-old'
  const name = formatPersonName(takeover.name, t)

  async function answer(agree: boolean): Promise<void> {
    const sending = dispatch(sendTakeoverAnswer({ id: appliance.id, takeoverId: takeover.id, agree }))
    if (await attempt(sending.unwrap())) await (agree ? dispatch(loadAppliances()) : onChanged())
  }

  return (
    <section aria-labelledby={headingId}>
      <Panel>
        <div className={layout.stack}>
          <h2 id={headingId}>{t('access.takeover.title')}</h2>
          <p>{t('access.takeover.text', { name })}</p>
          <p>{t('access.takeover.until', { time: datedMoment(takeover.until) })}</p>
          {isTooOld && (
            <SignInAgainCallout returnTo={accessPath(appliance.id)} label={t('handover.sign-in')}>
              {t('access.takeover.too-old')}
            </SignInAgainCallout>
          )}
          <FailureNote>{!isAsking && failure && !isTooOld && t(failure)}</FailureNote>
          <div className={layout.actions}>
            {appliance.role === 'OWNER' && (
              <Button variant="secondary" onPress={() => showQuestion(true)}>
                {t('access.takeover.agree')}
              </Button>
            )}
            <CallButton label="access.takeover.object" onPress={async () => answer(false)} />
          </div>
        </div>
      </Panel>
      <CommandQuestion
        isOpen={isAsking}
        title={t('access.takeover.confirm.title', { name })}
        confirmLabel={t('access.takeover.agree')}
        pendingLabel={t('access.working')}
        command={sendTakeoverAnswer}
        failure={isTooOld ? null : failure}
        onConfirm={async () => answer(true)}
        onClose={() => showQuestion(false)}
      >
        <p>{t('access.takeover.confirm.text')}</p>
      </CommandQuestion>
    </section>
  )
}
