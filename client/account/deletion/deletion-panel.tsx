import { useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { accountRestoreDays } from '#contract/account-deletion.ts'
import { accountDeletionPath } from '#contract/pages.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { formatDatedMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useLinkTarget } from '#client/router/use-link-target.ts'
import { isSignInTooOld, SignInAgainCallout } from '#client/sign-in-again-callout.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout, FailureNote } from '#client/ui/callout/callout.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import styles from '../account-page.module.css'
import { selectUser, userChanged } from '../account-slice.ts'
import { requestAccountDeletion, cancelAccountDeletion } from './deletion-calls.ts'

type DialogState = 'idle' | 'confirming' | 'signing-in' | 'failed'

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
  const [asking, setAsking] = useState<DialogState>('idle')

  async function confirm(): Promise<void> {
    const action = await dispatch(requestAccountDeletion())
    if (requestAccountDeletion.fulfilled.match(action)) {
      if (user) change(userChanged({ ...user, erasedAt: action.payload.erasedAt }))
      return
    }
    setAsking(isSignInTooOld(action.payload) ? 'signing-in' : 'failed')
  }

  return (
    <>
      <Consequences />
      {asking === 'signing-in' && (
        <SignInAgainCallout returnTo={accountDeletionPath} label={t('deletion.sign-in')}>
          {t('deletion.too-old')}
        </SignInAgainCallout>
      )}
      <FailureNote>{asking === 'failed' && t('deletion.failed')}</FailureNote>
      <div>
        <Button variant="secondary" onPress={() => setAsking('confirming')}>
          {t('deletion.delete')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asking === 'confirming'}
        title={t('deletion.question')}
        confirmLabel={t('deletion.delete')}
        isDangerous
        pendingLabel={t('deletion.pending')}
        onConfirm={confirm}
        onClose={() => setAsking('idle')}
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
  const { t, locale } = useTexts()
  const now = useNow()
  const dispatch = useCallDispatch()
  const change = useDispatch()
  const [hasFailed, setFailed] = useState(false)

  async function keep(): Promise<void> {
    const action = await dispatch(cancelAccountDeletion())
    if (cancelAccountDeletion.fulfilled.match(action)) change(userChanged(action.payload))
    else setFailed(true)
  }

  return (
    <>
      <Callout tone="warning">
        {t('deletion.planned', { date: formatDatedMoment(Date.parse(erasedAt), now, locale) })}
      </Callout>
      <FailureNote>{hasFailed && t('deletion.keep-failed')}</FailureNote>
      <div>
        <Button pendingLabel={t('deletion.keeping')} onPress={keep}>
          {t('deletion.keep')}
        </Button>
      </div>
    </>
  )
}
