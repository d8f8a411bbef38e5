import { useRef, useState } from 'react'
import { accessApi } from '#contract/access-api.ts'
import type { CreatedHandover } from '#contract/handover.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { accessPath, dataExportPath, handoverPath } from '#contract/pages.ts'
import { ApplianceHeading, useApplianceOfPath } from '#client/appliances/appliance-page.tsx'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import { useCallDependencies } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { RedirectOnRender } from '#client/router/redirect-on-render.tsx'
import { isSignInTooOld, SignInAgainCallout } from '#client/sign-in-again-callout.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { FailureCallout, FailureNote } from '#client/ui/callout/callout.tsx'
import { Checkbox } from '#client/ui/checkbox/checkbox.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import { useLoadedValue } from '#client/use-loaded-value.ts'
import layout from '#client/styles/layout.module.css'
import styles from '../access.module.css'
import { readAccess } from '../access-calls.ts'
import { accessFailureMessage, wrongEmailMessageId } from '../access-words.ts'
import { EmailField, toEmailBody } from '../email-field.tsx'
import { OpenHandoverPanel } from './open-handover-panel.tsx'

export { loadAccessTexts } from '#client/i18n/late-texts.ts'

/**
 * The page on which an owner starts a hand-over or cancels an open one. The form for the start explains the
 * consequences, has a link to the data export, and asks for confirmation. Specification 2.1 and 26.10.
 */
export function HandoverPage() {
  const { t } = useTexts()
  const appliance = useApplianceOfPath()
  // The appliance no longer exists if somebody accepted the hand-over, or if the person removed the appliance in
  // another window.
  if (!appliance) return <RedirectOnRender to="/appliances" />
  if (appliance.role !== 'OWNER') return <RedirectOnRender to={accessPath(appliance.id)} />
  return (
    <>
      <ApplianceHeading
        appliance={appliance}
        title={t('handover.title')}
        back={{ href: accessPath(appliance.id), label: t('handover.back') }}
      />
      <Panel>
        <Handover key={appliance.id} appliance={appliance} />
      </Panel>
    </>
  )
}

function Handover({ appliance }: { appliance: Appliance }) {
  const { t } = useTexts()
  const { value: access, hasFailed, load } = useLoadedValue(readAccess, appliance)
  const [made, setMade] = useState<StartedHandover | null>(null)
  if (hasFailed) return <FailureCallout onRetry={load}>{t('access.load-failed')}</FailureCallout>
  if (access === null) return <CentredSpinner label={t('access.loading')} />
  const { handover, canEmailLinks } = access
  if (handover === null)
    return <Start appliance={appliance} canEmail={canEmailLinks} onStarted={setMade} onChanged={load} />
  const { expiresAt } = handover
  const link = made?.expiresAt === expiresAt ? made : null
  return <OpenHandoverPanel applianceId={appliance.id} {...{ expiresAt, link }} mayCancel onChanged={load} />
}

/** `mailedTo`: the address to which the portal sends the link; null if the portal sends no email. */
type StartedHandover = CreatedHandover & { mailedTo: string | null }

type StartProps = {
  appliance: Appliance
  canEmail: boolean
  onStarted(made: StartedHandover): void
  onChanged(): Promise<void>
}

function Start({ appliance: { id }, canEmail, onStarted, onChanged }: StartProps) {
  const { t } = useTexts()
  const { call } = useCallDependencies()
  const [isAsking, setAsking] = useState(false)
  const [sharesFaults, setSharesFaults] = useState(false)
  const [typed, setTyped] = useState('')
  const emailField = useRef<HTMLInputElement>(null)
  const { email = null } = toEmailBody(typed)
  const { failure, attempt, reset } = useAttempt((refusal) => {
    const sentence = isSignInTooOld(refusal) ? 'handover.too-old' : accessFailureMessage(refusal)
    setAsking(false)
    if (sentence === wrongEmailMessageId) emailField.current?.focus()
    return sentence
  })
  const isTooOld = failure === 'handover.too-old'

  function ask(): void {
    reset()
    setAsking(true)
  }

  /** If the answer is lost, the page cannot read the link again: only this answer contains it. */
  async function start(): Promise<void> {
    const body = { shareFaultHistory: sharesFaults, ...toEmailBody(typed) }
    const started = await attempt(call(accessApi.startHandover, { params: { id }, body }))
    if (!started) return
    onStarted({ ...started.result, mailedTo: email })
    await onChanged()
  }

  return (
    <div className={styles.form}>
      <Consequences />
      <div className={layout.actions}>
        <LinkButton variant="secondary" href={dataExportPath(id)}>
          {t('handover.export')}
        </LinkButton>
      </div>
      <Checkbox value={sharesFaults} onChange={setSharesFaults} description={t('handover.faults.text')}>
        {t('handover.faults')}
      </Checkbox>
      {canEmail && (
        <EmailField ref={emailField} value={typed} isWrong={failure === wrongEmailMessageId} onChange={setTyped} />
      )}
      {isTooOld && (
        <SignInAgainCallout returnTo={handoverPath(id)} label={t('handover.sign-in')}>
          {t('handover.too-old')}
        </SignInAgainCallout>
      )}
      <FailureNote>
        {failure && failure !== wrongEmailMessageId && failure !== 'handover.too-old' && t(failure)}
      </FailureNote>
      <div>
        <Button variant={isTooOld ? 'secondary' : 'primary'} onPress={ask}>
          {t('handover.start')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('handover.question')}
        confirmLabel={t('handover.start')}
        pendingLabel={t('access.working')}
        onConfirm={start}
        onClose={() => setAsking(false)}
      >
        <p>{t('handover.check')}</p>
        {email !== null && <p>{t('handover.check.email', { address: isolateNameDirection(email) })}</p>}
      </ConfirmDialog>
    </div>
  )
}

function Consequences() {
  const { t } = useTexts()
  return (
    <>
      <p>{t('handover.lead')}</p>
      <h2>{t('handover.ends')}</h2>
      <ul>
        <li>{t('handover.ends.own')}</li>
        <li>{t('handover.ends.companies')}</li>
        <li>{t('handover.ends.people')}</li>
      </ul>
      <h2>{t('handover.stays')}</h2>
      <ul>
        <li>{t('handover.stays.address')}</li>
        <li>{t('handover.stays.data')}</li>
        <li>{t('handover.stays.exports')}</li>
      </ul>
    </>
  )
}
