import { useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import type { CreatedHandover } from '#contract/handover.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { accessPath, dataExportPath, handoverPath } from '#contract/pages.ts'
import { type Appliance, applianceNameOf, formatGatewayId } from '#client/appliances/state/appliance.ts'
import { selectAppliance, type WithAppliances } from '#client/appliances/state/appliances-state.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { RedirectOnRender } from '#client/router/redirect-on-render.tsx'
import { usePathParams } from '#client/router/router-context.ts'
import { useLoadedValue } from '#client/use-loaded-value.ts'
import { isSignInTooOld, SignInAgainCallout } from '#client/sign-in-again-callout.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { FailureCallout, FailureNote } from '#client/ui/callout/callout.tsx'
import { Checkbox } from '#client/ui/checkbox/checkbox.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { SerialInText } from '#client/ui/serial-number/serial-in-text.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import styles from '../access.module.css'
import { loadAccess } from '../access-calls.ts'
import { accessFailureMessage, wrongEmailMessageId } from '../access-words.ts'
import { EmailField, toEmailBody } from '../email-field.tsx'
import { beginHandover } from './handover-calls.ts'
import { OpenHandoverPanel } from './open-handover-panel.tsx'

export { loadAccessTexts } from '#client/i18n/late-texts.ts'

/**
 * The page on which an owner starts a hand-over or cancels an open one. The form for the start explains the
 * consequences, has a link to the data export, and asks for confirmation. Specification 2.1 and 26.10.
 */
export function HandoverPage() {
  const { t } = useTexts()
  const { gatewayId = '' } = usePathParams()
  const appliance = useSelector((state: WithAppliances) => selectAppliance(state, gatewayId))
  // The appliance no longer exists if somebody accepted the hand-over, or if the person removed the appliance in
  // another window.
  if (!appliance) return <RedirectOnRender to="/appliances" />
  if (appliance.role !== 'OWNER') return <RedirectOnRender to={accessPath(gatewayId)} />
  return (
    <>
      <PageHeading
        title={t('handover.title')}
        lead={
          <SerialInText serial={appliance.credentials.serial}>
            {[applianceNameOf(appliance, t), formatGatewayId(appliance, t)].join(' · ')}
          </SerialInText>
        }
        back={{ href: accessPath(gatewayId), label: t('handover.back') }}
      />
      <Panel>
        <Handover key={gatewayId} appliance={appliance} />
      </Panel>
    </>
  )
}

function Handover({ appliance }: { appliance: Appliance }) {
  const { t } = useTexts()
  const { value: access, hasFailed, load } = useLoadedValue(loadAccess, appliance)
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

type Asking = 'idle' | 'confirming' | 'signing-in'

function Start({ appliance: { id }, canEmail, onStarted, onChanged }: StartProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const [asking, setAsking] = useState<Asking>('idle')
  const [sharesFaults, setSharesFaults] = useState(false)
  const [failure, setFailure] = useState<MessageId | null>(null)
  const [typed, setTyped] = useState('')
  const emailField = useRef<HTMLInputElement>(null)
  const { email = null } = toEmailBody(typed)

  async function start(): Promise<void> {
    setFailure(null)
    const answer = await dispatch(beginHandover({ id, shareFaultHistory: sharesFaults, ...toEmailBody(typed) }))
    if (beginHandover.fulfilled.match(answer)) {
      onStarted({ ...answer.payload, mailedTo: email })
      return onChanged()
    }
    if (isSignInTooOld(answer.payload)) return setAsking('signing-in')
    const sentence = accessFailureMessage(answer.payload)
    setAsking('idle')
    setFailure(sentence)
    if (sentence === wrongEmailMessageId) emailField.current?.focus()
  }

  return (
    <div className={styles.form}>
      <Consequences />
      <div className={styles.actions}>
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
      {asking === 'signing-in' && (
        <SignInAgainCallout returnTo={handoverPath(id)} label={t('handover.sign-in')}>
          {t('handover.too-old')}
        </SignInAgainCallout>
      )}
      <FailureNote>{failure && failure !== wrongEmailMessageId && t(failure)}</FailureNote>
      <div>
        <Button variant={asking === 'signing-in' ? 'secondary' : 'primary'} onPress={() => setAsking('confirming')}>
          {t('handover.start')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asking === 'confirming'}
        title={t('handover.question')}
        confirmLabel={t('handover.start')}
        pendingLabel={t('access.working')}
        onConfirm={start}
        onClose={() => setAsking('idle')}
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
