import { use, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { type Texts, useTexts } from '#client/i18n/text-provider.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { DraftStoreContext } from '#client/draft-store.ts'
import { LazyPart } from '#client/ui/loaded-part/lazy-part.tsx'
import { useWasEverNearViewport } from '#client/ui/loaded-part/use-was-ever-near-viewport.ts'
import type { Appliance } from '../state/appliance.ts'
import { invitationRemoved, type WithInvitation } from '../state/invitation-slice.ts'
import { NoAddressNote } from '../no-address-note.tsx'
import { useCallDispatch } from '#client/call-thunk.ts'
import text from '#client/styles/text.module.css'
import { ConsentUpdatePanel } from './consent-update-panel.tsx'
import { ProviderCard } from './provider-card.tsx'
import { needsConsentUpdate, providerDraftName, providerViewOf } from './provider-view.ts'
import styles from './provider.module.css'

export type ProviderTabProps = { appliance: Appliance; onAddAddress(): void }

async function loadForm(extend: Texts['extend']) {
  const { AddProviderPanel, loadCardTabTexts } = await import('./add-provider-panel.tsx')
  await extend(loadCardTabTexts)
  return AddProviderPanel
}

/**
 * The tab 'Service provider' of a card: the connected company, the form to add one, or the reason why the person
 * cannot add one. Specification 2.9.
 */
export function ProviderTab({ appliance, onAddAddress }: ProviderTabProps) {
  const { t } = useTexts()
  const [isReplacing, setReplacing] = useState(false)
  const view = providerViewOf(appliance, isReplacing)
  switch (view.kind) {
    case 'ask-owner':
      return <p className={text.muted}>{t('tab.provider.ask-owner')}</p>
    case 'no-address':
      return (
        <div className={styles.stack}>
          <NoAddressNote text="tab.provider.no-address" onAddAddress={onAddAddress} />
        </div>
      )
    case 'add':
      return <FormWhenNear appliance={appliance} />
    case 'replace':
      return <LazyPart load={loadForm} props={{ appliance, onCancelled: () => setReplacing(false) }} />
    case 'connected':
      return (
        <div className={styles.stack}>
          <InvitationAccepted applianceId={appliance.id} />
          <ProviderCard appliance={appliance} provider={view.provider} onReplace={() => setReplacing(true)} />
          {needsConsentUpdate(appliance) && <ConsentUpdatePanel appliance={appliance} provider={view.provider} />}
        </div>
      )
  }
}

/**
 * Loads the search when its card comes near the screen. If a draft waits to be restored, loads the search immediately.
 */
function FormWhenNear({ appliance }: Pick<ProviderTabProps, 'appliance'>) {
  const slot = useRef<HTMLDivElement>(null)
  const drafts = use(DraftStoreContext)
  const [hasDraft] = useState(() => drafts.forms().includes(providerDraftName(appliance.id)))
  const wasNear = useWasEverNearViewport(slot, hasDraft)
  return (
    <div ref={slot} className={styles.slot}>
      {wasNear && <LazyPart load={loadForm} props={{ appliance }} />}
    </div>
  )
}

/** Shows the return link to the company whose invitation was accepted for this appliance. */
function InvitationAccepted({ applianceId }: { applianceId: string }) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const invitation = useSelector((state: WithInvitation) => state.invitation)
  if (invitation.kind !== 'accepted' || invitation.applianceId !== applianceId) return null
  const { companyName: company, href } = invitation
  return (
    <Callout
      tone="ok"
      onClose={() => dispatch(invitationRemoved())}
      action={<LinkButton href={href}>{t('invitation.back', { company })}</LinkButton>}
    >
      {t('invitation.accepted', { company })}
    </Callout>
  )
}
