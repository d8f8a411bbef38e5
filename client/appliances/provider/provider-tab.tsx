import { useState } from 'react'
import { AddIcon } from '#client/icons/action-icons.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import type { Appliance } from '../appliance.ts'
import { FormPart } from '../form-part.tsx'
import { ConsentUpdate } from './consent-update.tsx'
import { InvitationAccepted } from './invitation/invitation-accepted.tsx'
import { ProviderCard } from './provider-card.tsx'
import { needsConsentUpdate, providerViewOf } from './provider-view.ts'
import styles from './provider.module.css'

export type ProviderTabProps = { appliance: Appliance; onAddAddress(): void }

const loadForm = () => import('./add-provider.tsx').then(({ AddProvider }) => AddProvider)

/** Who looks after the appliance. Specification 2.9. */
export function ProviderTab({ appliance, onAddAddress }: ProviderTabProps) {
  const { t } = useTexts()
  const [isReplacing, setReplacing] = useState(false)
  const view = providerViewOf(appliance, isReplacing)
  switch (view.kind) {
    case 'ask-owner':
      return <p className={styles.muted}>{t('tab.provider.ask-owner')}</p>
    case 'no-address':
      return <NoAddress onAddAddress={onAddAddress} />
    case 'add':
      return <FormPart load={loadForm} props={{ appliance }} />
    case 'replace':
      return <FormPart load={loadForm} props={{ appliance, onCancelled: () => setReplacing(false) }} />
    case 'connected':
      return (
        <div className={styles.stack}>
          <InvitationAccepted applianceId={appliance.id} />
          <ProviderCard appliance={appliance} provider={view.provider} onReplace={() => setReplacing(true)} />
          {needsConsentUpdate(appliance) && <ConsentUpdate appliance={appliance} provider={view.provider} />}
        </div>
      )
  }
}

function NoAddress({ onAddAddress }: Pick<ProviderTabProps, 'onAddAddress'>) {
  const { t } = useTexts()
  return (
    <div className={styles.stack}>
      <p>{t('tab.provider.no-address')}</p>
      <span>
        <Button icon={<AddIcon size={20} />} onPress={onAddAddress}>
          {t('address.add')}
        </Button>
      </span>
    </div>
  )
}
