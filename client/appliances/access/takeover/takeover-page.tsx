import { useEffect } from 'react'
import { newTakeoverPath } from '#contract/pages.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useMoments } from '#client/i18n/use-moments.ts'
import { usePathParams } from '#client/router/router-context.ts'
import { Callout, FailureNote } from '#client/ui/callout/callout.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import { cancelOwnTakeover, hasTakeoverEnded } from '#client/appliances/state/takeover-calls.ts'
import layout from '#client/styles/layout.module.css'
import text from '#client/styles/text.module.css'
import { CallButton } from '../access-row.tsx'
import { accessFailureMessage } from '../access-words.ts'
import { Countdown } from './countdown.tsx'
import { nextActionAfterFailedTakeover } from './next-takeover-action.ts'
import styles from './takeover.module.css'
import { type TakeoverWithReadTime, useTakeover } from './use-takeover.ts'

export { loadAccessTexts, loadClaimTexts } from '#client/i18n/late-texts.ts'

/**
 * The page of a takeover, which shows one step at a time. The URL has the takeover's id, so a person can continue after
 * a reload or on another device.
 */
export function TakeoverPage() {
  const { takeoverId = '' } = usePathParams()
  return <TakeoverSteps key={takeoverId} takeoverId={takeoverId} />
}

function TakeoverSteps({ takeoverId }: { takeoverId: string }) {
  const { t } = useTexts()
  const { takeover, problem, read } = useTakeover(takeoverId)
  const isUnknown = problem === 'unknown'
  return (
    <>
      <PageHeading title={t('takeover.title')} back={{ href: '/appliances', label: t('shell.back-to-appliances') }} />
      <Panel>
        <div className={layout.stack}>
          {isUnknown && <p>{t('takeover.unknown')}</p>}
          {!isUnknown && takeover === null && <CentredSpinner label={t('access.loading')} />}
          {!isUnknown && takeover !== null && <Step takeover={takeover} onChanged={read} />}
          {problem === 'unreachable' && (
            <Callout tone="warning" role="alert">
              {t('takeover.offline')}
            </Callout>
          )}
        </div>
      </Panel>
    </>
  )
}

function Step({ takeover, onChanged }: { takeover: TakeoverWithReadTime; onChanged(): Promise<void> }) {
  return (
    <>
      {/* Screen readers announce each new step. The countdown is outside this element, so that screen readers do not announce it. */}
      <div className={styles.step} aria-live="polite">
        <StepWords takeover={takeover} />
      </div>
      {isActing(takeover) && <Countdown takeover={takeover} />}
      {hasTakeoverEnded(takeover) ? (
        <WayOn takeover={takeover} />
      ) : (
        <Cancel takeoverId={takeover.id} onCancelled={onChanged} />
      )}
    </>
  )
}

function isActing({ step }: TakeoverWithReadTime): boolean {
  return step !== 'owner-asked' && step !== 'done' && step !== 'over'
}

function StepWords({ takeover }: { takeover: TakeoverWithReadTime }) {
  const { t } = useTexts()
  const { datedMoment } = useMoments()
  const { step, cycle, nextAt, reason } = takeover
  switch (step) {
    case 'keep-on':
    case 'switch-off':
    case 'keep-off':
    case 'switch-on':
      return (
        <>
          <p className={text.small}>{t('takeover.cycle', { cycle })}</p>
          <h2>{t(`takeover.${step}.title`)}</h2>
          <p>{t(`takeover.${step}.text`)}</p>
        </>
      )
    case 'owner-asked': {
      const until = datedMoment(nextAt ?? '')
      return (
        <>
          <h2>{t('takeover.owner-asked.title')}</h2>
          <p>{t('takeover.owner-asked.text', { until })}</p>
          <p>{t('takeover.owner-asked.silence')}</p>
        </>
      )
    }
    case 'done':
      return (
        <>
          <h2>{t('takeover.done.title')}</h2>
          <p>{t('takeover.done.text')}</p>
        </>
      )
    case 'over':
      return (
        <>
          <h2>{t('takeover.over.title')}</h2>
          {reason !== null && <p>{t(`takeover.over.${reason}`)}</p>}
        </>
      )
  }
}

function WayOn({ takeover: { step, reason } }: { takeover: TakeoverWithReadTime }) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const isDone = step === 'done'
  useEffect(() => {
    if (isDone) void dispatch(loadAppliances())
  }, [dispatch, isDone])
  const way = isDone ? 'none' : nextActionAfterFailedTakeover(reason)
  return (
    <div className={layout.actions}>
      {way === 'start-again' && <LinkButton href={newTakeoverPath}>{t('takeover.again')}</LinkButton>}
      {way === 'claim' && <LinkButton href="/appliances/add">{t('add.title')}</LinkButton>}
      <LinkButton variant={isDone ? 'primary' : 'secondary'} href="/appliances">
        {t('join.to-appliances')}
      </LinkButton>
    </div>
  )
}

function Cancel({ takeoverId, onCancelled }: { takeoverId: string; onCancelled(): Promise<void> }) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const { failure, attempt } = useAttempt(accessFailureMessage)

  async function cancel(): Promise<void> {
    await attempt(dispatch(cancelOwnTakeover(takeoverId)).unwrap())
    await onCancelled()
  }

  return (
    <>
      <FailureNote>{failure && t(failure)}</FailureNote>
      <div>
        <CallButton label="takeover.cancel" onPress={cancel} />
      </div>
    </>
  )
}
