import { useState } from 'react'
import { useSelector } from 'react-redux'
import type { Address } from '#contract/address.ts'
import { type Company, company as companySchema } from '#contract/provider.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useStoredDraft } from '#client/draft-store.ts'
import { providerFormCancelled } from '../state/appliance-events.ts'
import type { Appliance } from '../state/appliance.ts'
import { editingCancelled, editingStarted } from '../state/appliances-slice.ts'
import type { WithInvitation } from '../state/invitation-slice.ts'
import { ProviderInvitation } from './invitation/provider-invitation.tsx'
import { isInvitationForAppliance } from './invitation/invitation-appliance.ts'
import { LazyProviderForm } from './lazy-provider-form.tsx'
import { ProviderSearch } from './provider-search.tsx'
import { providerDraftName } from './provider-view.ts'
import styles from './provider.module.css'
import { useProviderSearch } from './use-provider-search.ts'

export { loadCardTabTexts } from '#client/i18n/late-texts.ts'

export type AddProviderPanelProps = {
  appliance: Appliance
  /** Called when the owner keeps the current provider. */
  onCancelled?: () => void
}

/**
 * Shows the invitation if this appliance can accept it, otherwise the search. Shows nothing if the appliance has no
 * address. Specification 2.9, "Add-provider form".
 */
export function AddProviderPanel(props: AddProviderPanelProps) {
  const invitation = useSelector((state: WithInvitation) => state.invitation)
  const { address } = props.appliance.service
  if (address === null) return null
  const searchForm = <SearchAndSelect {...props} address={address} />
  if (invitation.kind !== 'invited' || !isInvitationForAppliance(invitation, props.appliance.id)) return searchForm
  const { country } = address
  return (
    <ProviderInvitation
      // Another company or country means another invitation, so React creates a new component.
      key={`${invitation.companyId} ${country}`}
      applianceId={props.appliance.id}
      companyId={invitation.companyId}
      country={country}
      isFormer={invitation.formerOf !== undefined}
    >
      {searchForm}
    </ProviderInvitation>
  )
}

function SearchAndSelect({ appliance: { id }, address, onCancelled }: AddProviderPanelProps & { address: Address }) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const search = useProviderSearch(address.country)
  const [selected, setSelected] = useState<Company | null>(null)
  useStoredDraft({
    form: providerDraftName(id),
    read: () => selected && { company: selected },
    restore: (draft) => setSelected(companySchema.safeParse(draft['company']).data ?? null),
  })

  function select(company: Company | null) {
    setSelected(company)
    dispatch(company ? editingStarted({ id, part: 'provider' }) : editingCancelled({ id, part: 'provider' }))
  }

  function cancel() {
    dispatch(providerFormCancelled({ id }))
    setSelected(null)
    search.clear()
    onCancelled?.()
  }

  return (
    <div className={styles.stack}>
      <h3>{t('provider.add')}</h3>
      {selected ? (
        <LazyProviderForm
          id={id}
          company={selected}
          words={{ submit: 'provider.add', leave: 'dialog.cancel' }}
          onChooseAnother={() => select(null)}
          onLeave={cancel}
        />
      ) : (
        <ProviderSearch search={search} onSelect={select} {...(onCancelled && { onCancel: cancel })} />
      )}
    </div>
  )
}
