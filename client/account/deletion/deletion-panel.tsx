import { useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { accountRestoreDays } from '#contract/account-deletion.ts'
import { accountDeletionPath } from '#contract/pages.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useMoments } from '#client/i18n/use-moments.ts'
import { useLinkTarget } from '#client/router/use-link-target.ts'
import { isSignInTooOld, SignInAgainCallout } from '#client/sign-in-again-callout.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout, FailureNote } from '#client/ui/callout/callout.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import styles from '../account-page.module.css'
import { selectUser, userChanged } from '../account-slice.ts'
import { requestAccountDeletion, cancelAccountDeletion } from './deletion-calls.ts'

/**
 * Shows the consequences of deleting the account and a button that requests it. After a request it shows the date, and
 * a button to keep the account. Specification 25.3.
 */
export function DeletionPanel() {
  const { t } = useTexts()
  const user = useSelector(selectUser)
  const heading = useLinkTarget<HTMLHeadingElement>(accountDeletionPath)
  return (
    <Panel>
      <h2 id="delete" ref={heading} tabIndex={-1}>
        {t('deletion.title')}
      </h2>
      {user?.erasedAt === undefined ? <Delete /> : <Keep erasedAt={user.erasedAt} />}
    </Panel>
  )
}

function Delete() {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const change = useDispatch()
  const user = useSelector(selectUser)
  const [isAsking, setAsking] = useState(false)
  const { failure, attempt, reset } = useAttempt((refusal) => {
    setAsking(false)
    return isSignInTooOld(refusal) ? 'deletion.too-old' : 'deletion.failed'
  })

  function ask(): void {
    reset()
    setAsking(true)
  }

  async function confirm(): Promise<void> {
    const deleted = await attempt(dispatch(requestAccountDeletion()).unwrap())
    if (deleted && user) change(userChanged({ ...user, erasedAt: deleted.result.erasedAt }))
  }

  return (
    <>
      <Consequences />
      {failure === 'deletion.too-old' && (
        <SignInAgainCallout returnTo={accountDeletionPath} label={t('deletion.sign-in')}>
          {t(failure)}
        </SignInAgainCallout>
      )}
      <FailureNote>{failure === 'deletion.failed' && t(failure)}</FailureNote>
      <div>
        <Button variant="secondary" onPress={ask}>
          {t('deletion.delete')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deletion.question')}
        confirmLabel={t('deletion.delete')}
        isDangerous
        pendingLabel={t('deletion.pending')}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t('deletion.check', { days: accountRestoreDays })}
      </ConfirmDialog>
    </>
  )
}

function Consequences() {
  const { t } = useTexts()
  return (
    <>
      <p>{t('deletion.lead')}</p>
      <ul className={styles.marked}>
        <li>{t('deletion.appliances')}</li>
        <li>{t('deletion.data')}</li>
        <li>{t('deletion.provider')}</li>
      </ul>
    </>
  )
}

function Keep({ erasedAt }: { erasedAt: string }) {
  const { t } = useTexts()
  const { datedMoment } = useMoments()
  const dispatch = useCallDispatch()
  const change = useDispatch()
  const { failure, attempt } = useAttempt(() => 'deletion.keep-failed' as const)

  async function keep(): Promise<void> {
    const kept = await attempt(dispatch(cancelAccountDeletion()).unwrap())
    if (kept) change(userChanged(kept.result))
  }

  return (
    <>
      <Callout tone="warning">{t('deletion.planned', { date: datedMoment(erasedAt) })}</Callout>
      <FailureNote>{failure && t(failure)}</FailureNote>
      <div>
        <Button pendingLabel={t('deletion.keeping')} onPress={keep}>
          {t('deletion.keep')}
        </Button>
      </div>
    </>
  )
}
