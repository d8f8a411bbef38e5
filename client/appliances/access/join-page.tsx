import { useState } from 'react'
import { accessApi } from '#contract/access-api.ts'
import type { InvitationAnswerOutcome, InvitationPreview } from '#contract/access.ts'
import { type ApiCall, type CallFailure, isRefusedWith } from '#client/api-call.ts'
import { loadAppliances } from '#client/appliances/state/appliance-calls.ts'
import { validateInvitation, invitationReceived } from '#client/appliances/state/invitation-slice.ts'
import { useCallDependencies, useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useNavigate, usePathParams } from '#client/router/router-context.ts'
import { FailureCallout, FailureNote } from '#client/ui/callout/callout.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import { useLoadedValue } from '#client/use-loaded-value.ts'
import layout from '#client/styles/layout.module.css'
import { CallButton } from './access-row.tsx'
import { accessFailureMessage, formatLastDay, formatPersonName } from './access-words.ts'
import styles from './access.module.css'
import { HandoverQuestion } from './handover/handover-question.tsx'

export { loadAccessTexts } from '#client/i18n/late-texts.ts'

/** Why an invitation can no longer be answered. */
type OverReason = 'unknown' | 'used' | 'declined'

/**
 * The page for the link of an invitation or a hand-over. Nothing changes before the person answers. Specification 26.5.
 */
export function JoinPage() {
  const { token = '' } = usePathParams()
  return <Invitation key={token} token={token} />
}

async function readInvitation(call: ApiCall, token: string): Promise<InvitationPreview> {
  return call(accessApi.readInvitation, { params: { token } })
}

function Invitation({ token }: { token: string }) {
  const { t } = useTexts()
  const { value: preview, hasFailed, failure, load } = useLoadedValue(readInvitation, token)
  const [answered, setAnswered] = useState<OverReason | null>(null)
  const over = answered ?? overReasonOf(failure)
  const isHandover = over === null && preview?.role === 'OWNER'
  return (
    <>
      <PageHeading title={t(isHandover ? 'join.handover.title' : 'join.title')} />
      <Panel>
        {over !== null && <Over reason={over} />}
        {over === null && hasFailed && <FailureCallout onRetry={load}>{t('access.load-failed')}</FailureCallout>}
        {over === null && !hasFailed && preview === null && <CentredSpinner label={t('access.loading')} />}
        {over === null && preview && <OpenInvitation token={token} preview={preview} onOver={setAnswered} />}
      </Panel>
    </>
  )
}

function overReasonOf(failure: CallFailure | undefined): OverReason | null {
  if (!isRefusedWith(failure, 'not-found')) return null
  return failure?.kind === 'refused' && failure.reason === 'used' ? 'used' : 'unknown'
}

function Over({ reason }: { reason: OverReason }) {
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
  onOver(reason: OverReason): void
}

function OpenInvitation({ token, preview, onOver }: OpenInvitationProps) {
  const { t, locale } = useTexts()
  const { call } = useCallDependencies()
  const dispatch = useCallDispatch()
  const navigate = useNavigate()
  const { failure, attempt } = useAttempt((refusal) => {
    const over = overReasonOf(refusal)
    if (over === null) return accessFailureMessage(refusal)
    onOver(over)
    return null
  })
  const { inviter, appliance, role, until } = preview
  const type = t(`appliance.type.${appliance.type}`)
  const what = appliance.city === null ? type : t('join.appliance', { type, city: appliance.city })
  const name = formatPersonName(inviter, t)

  async function answer(accept: boolean, keepPeople: readonly string[] = []): Promise<void> {
    const body = { accept, ...(keepPeople.length > 0 && { keepPeople: [...keepPeople] }) }
    const answered = await attempt(call(accessApi.answerInvitation, { params: { token }, body }))
    if (!answered) return
    if (!accept) return onOver('declined')
    await dispatch(loadAppliances())
    await navigate(leadToCompany(answered.result))
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
          <div className={layout.actions}>
            <CallButton label="join.accept" onPress={async () => answer(true)} />
            <CallButton label="join.decline" onPress={async () => answer(false)} />
          </div>
        </>
      )}
    </div>
  )
}
