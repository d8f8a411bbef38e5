import { useCallback, useState } from 'react'
import type { InvitationAnswerOutcome, InvitationPreview } from '#contract/access.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import type { CallFailure } from '#client/api-call.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { validateInvitation, invitationReceived } from '#client/appliances/state/invitation-slice.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { useNavigate, usePathParams } from '#client/router/router-context.ts'
import { Button } from '#client/ui/button/button.tsx'
import { FailureCallout, FailureNote } from '#client/ui/callout/callout.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useLoadEffect } from '#client/use-loaded-value.ts'
import { answerInvitation, loadInvitation } from './access-calls.ts'
import { accessFailureMessage, formatLastDay } from './access-words.ts'
import styles from './access.module.css'
import { HandoverQuestion } from './handover/handover-question.tsx'

export { loadAccessTexts } from '#client/i18n/late-texts.ts'

type JoinState =
  | { kind: 'loading' }
  | { kind: 'open'; preview: InvitationPreview }
  | { kind: 'over'; reason: 'unknown' | 'used' | 'declined' }
  | { kind: 'failed' }

/**
 * The page for the link of an invitation or a hand-over. Nothing changes before the person answers. Specification 26.5.
 */
export function JoinPage() {
  const { token = '' } = usePathParams()
  return <Invitation key={token} token={token} />
}

function Invitation({ token }: { token: string }) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const [state, setState] = useState<JoinState>({ kind: 'loading' })

  const readInvitation = useCallback(async () => {
    const answer = await dispatch(loadInvitation(token))
    const isRead = loadInvitation.fulfilled.match(answer)
    setState(isRead ? { kind: 'open', preview: answer.payload } : stateAfter(answer.payload))
  }, [dispatch, token])

  useLoadEffect(readInvitation)

  return (
    <>
      <PageHeading title={t(isHandover(state) ? 'join.handover.title' : 'join.title')} />
      <Panel>
        {state.kind === 'loading' && <CentredSpinner label={t('access.loading')} />}
        {state.kind === 'failed' && <FailureCallout onRetry={readInvitation}>{t('access.load-failed')}</FailureCallout>}
        {state.kind === 'over' && <Over reason={state.reason} />}
        {state.kind === 'open' && (
          <OpenInvitation
            token={token}
            preview={state.preview}
            onOver={(reason) => setState({ kind: 'over', reason })}
          />
        )}
      </Panel>
    </>
  )
}

function isHandover(state: JoinState): boolean {
  return state.kind === 'open' && state.preview.role === 'OWNER'
}

function stateAfter(failure: CallFailure | undefined): JoinState {
  if (failure?.kind !== 'refused' || failure.code !== 'not-found') return { kind: 'failed' }
  return { kind: 'over', reason: failure.reason === 'used' ? 'used' : 'unknown' }
}

function Over({ reason }: { reason: 'unknown' | 'used' | 'declined' }) {
  const { t } = useTexts()
  return (
    <div className={styles.form}>
      <p>{t(`join.over.${reason}`)}</p>
      <div>
        <LinkButton variant="secondary" href="/appliances">
          {t('join.to-appliances')}
        </LinkButton>
      </div>
    </div>
  )
}

type OpenInvitationProps = {
  token: string
  preview: InvitationPreview
  onOver(reason: 'unknown' | 'used' | 'declined'): void
}

function OpenInvitation({ token, preview, onOver }: OpenInvitationProps) {
  const { t, locale } = useTexts()
  const dispatch = useCallDispatch()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<MessageId | null>(null)
  const { inviter, appliance, role, until } = preview
  const type = t(`appliance.type.${appliance.type}`)
  const what = appliance.city === null ? type : t('join.appliance', { type, city: appliance.city })
  const name = inviter === null ? t('access.nameless') : isolateNameDirection(inviter)

  async function answer(accept: boolean, keepPeople: readonly string[] = []): Promise<void> {
    setFailure(null)
    const action = await dispatch(answerInvitation({ token, accept, keepPeople }))
    if (!answerInvitation.fulfilled.match(action)) {
      const after = stateAfter(action.payload)
      return after.kind === 'over' ? onOver(after.reason) : setFailure(accessFailureMessage(action.payload))
    }
    if (!accept) return onOver('declined')
    await dispatch(loadAppliances())
    await navigate(leadToCompany(action.payload))
  }

  /**
   * Returns the path of the next page. If the earlier owner had connected a service provider, the next page asks for
   * the new owner's own consent.
   */
  function leadToCompany({ connectionId, companies }: InvitationAnswerOutcome): string {
    const provider = companies.find(({ companyType }) => companyType === 'SUPPORT')
    if (!provider) return '/appliances'
    dispatch(invitationReceived(validateInvitation({ companyId: provider.companyId, formerOf: connectionId })))
    return '/appliances#invitation'
  }

  return (
    <div className={styles.form}>
      <FailureNote>{failure && t(failure)}</FailureNote>
      {role === 'OWNER' ? (
        <HandoverQuestion {...{ preview, name }} appliance={what} onAnswer={answer} />
      ) : (
        <>
          <p>{t('join.who', { name, appliance: what })}</p>
          <p>
            {t('join.role', { role: t(`access.role.${role}`) })} {t(`access.role.${role}.text`)}
          </p>
          {until !== null && <p>{t('join.until', { day: formatLastDay(until, locale) })}</p>}
          <div className={styles.actions}>
            <Button variant="secondary" pendingLabel={t('access.working')} onPress={() => answer(true)}>
              {t('join.accept')}
            </Button>
            <Button variant="secondary" pendingLabel={t('access.working')} onPress={() => answer(false)}>
              {t('join.decline')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
