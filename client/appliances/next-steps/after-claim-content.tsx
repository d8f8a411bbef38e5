import { useEffect, useId } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CheckIcon, CloseIcon } from '#client/icons/action-icons.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { IconButton } from '#client/ui/icon-button/icon-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import text from '#client/styles/text.module.css'
import { idsAddedSinceLoad } from '../state/ids-added-since-load.ts'
import type { Appliance } from '../state/appliance.ts'
import { idsWithNextSteps } from '../state/ids-with-next-steps.ts'
import { ConnectedMessage, type ConnectedMessageProps } from './connected-message.tsx'
import styles from './after-claim-content.module.css'

export { loadClaimTexts } from '#client/i18n/late-texts.ts'

export type AfterClaimContentProps = NextStepsProps &
  ConnectedMessageProps & {
    /** Whether the appliance was added since the page was loaded. */
    isJustConnected: boolean
    /** Whether the person may take the next steps, and has not completed or hidden them. */
    hasSteps: boolean
  }

/** Shows that a claim succeeded, and the next steps until they are done. Specification 2.7. */
export function AfterClaimContent({ isJustConnected, hasValues, hasSteps, ...steps }: AfterClaimContentProps) {
  const { appliance } = steps
  useEffect(() => () => idsAddedSinceLoad.remove(appliance.id), [appliance.id])
  return (
    <div className={styles.after}>
      {isJustConnected && <ConnectedMessage appliance={appliance} hasValues={hasValues} />}
      {hasSteps && <NextSteps {...steps} isMain={isJustConnected} />}
    </div>
  )
}

type NextStepsProps = {
  appliance: Appliance
  /** Opens the address form; null while the tab below the steps shows a link to that form. */
  onAddress: (() => void) | null
  onProvider: (() => void) | null
  onHide: () => void
}

/**
 * The next steps of a new owner, with completed ones ticked and a button for the next one. The list disappears when the
 * person leaves the page on which they completed the last step. Specification 2.7.
 */
function NextSteps({ appliance, isMain, onAddress, onProvider, onHide }: NextStepsProps & { isMain: boolean }) {
  const { t } = useTexts()
  const titleId = useId()
  const { address, provider } = appliance.service
  const hasAddress = address !== null
  const hasProvider = provider !== null && provider.status !== 'DECLINED'
  const isAllDone = hasAddress && hasProvider
  const next = hasAddress ? 'add.next.provider' : 'add.next.address'
  const onNextProvider = hasProvider ? null : onProvider
  const onNext = hasAddress ? onNextProvider : onAddress

  useEffect(() => {
    if (isAllDone) idsWithNextSteps.remove(appliance.id)
  }, [isAllDone, appliance.id])

  function hide(): void {
    idsWithNextSteps.remove(appliance.id)
    onHide()
  }

  return (
    <section aria-labelledby={titleId}>
      <header className={styles.header}>
        <h3 id={titleId}>{t('add.next')}</h3>
        <IconButton label={t('add.next.hide')} icon={<CloseIcon size={20} />} onPress={hide} />
      </header>
      <ol className={styles.list}>
        <Step number={1} isDone={hasAddress} what="add.next.address" why="add.next.address.why" />
        <Step number={2} isDone={hasProvider} what="add.next.provider" why="add.next.provider.why" />
      </ol>
      {/* Keeps the height of this element, so that a completed step does not move the form that completed the step. */}
      <div className={styles.action}>
        {onNext && (
          <Button variant={isMain ? 'primary' : 'secondary'} onPress={onNext}>
            {t(next)}
          </Button>
        )}
        <p className={text.strong} aria-live="polite">
          {isAllDone && t('add.next.all')}
        </p>
      </div>
    </section>
  )
}

type What = 'add.next.address' | 'add.next.provider'

type StepProps = {
  number: number
  isDone: boolean
  what: What
  why: `${What}.why`
}

function Step({ number, isDone, what, why }: StepProps) {
  const { t } = useTexts()
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.mark} aria-hidden="true">
        {isDone ? <CheckIcon size={18} /> : number}
      </span>
      <div>
        <p className={styles.what}>
          {t(what)}
          {isDone && <VisuallyHidden>: {t('add.next.done')}</VisuallyHidden>}
        </p>
        <p className={text.small}>{t(why)}</p>
      </div>
    </li>
  )
}
