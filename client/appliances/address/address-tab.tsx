import { type ReactNode, useState } from 'react'
import { useSelector } from 'react-redux'
import type { Address } from '#contract/address.ts'
import { type Texts, useTexts } from '#client/i18n/text-provider.tsx'
import { AddIcon, EditIcon } from '#client/icons/action-icons.tsx'
import { focusTargetProps } from '#client/interaction/focus-region.ts'
import { Button } from '#client/ui/button/button.tsx'
import { LazyPart } from '#client/ui/loaded-part/lazy-part.tsx'
import type { Appliance } from '../state/appliance.ts'
import { editingStarted } from '../state/appliances-slice.ts'
import { selectApplianceProgress, type WithAppliances } from '../state/appliances-state.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import text from '#client/styles/text.module.css'
import styles from './address.module.css'

export type AddressTabProps = {
  appliance: Appliance
  /** Whether another button of the card already asks for the address. The tab's button is then less prominent. */
  isAskedAbove?: boolean
  /** Called after a save with the button that continues to the next tab. */
  onContinue(): void
}

async function loadForm(extend: Texts['extend']) {
  const { AddressEditForm, loadCardTabTexts } = await import('./address-edit-form.tsx')
  await extend(loadCardTabTexts)
  return AddressEditForm
}

/**
 * The Address tab: a note if there is no address, the form while it is edited, otherwise the saved address.
 * Specification 2.8.
 */
export function AddressTab({ appliance, isAskedAbove = false, onContinue }: AddressTabProps) {
  const { address, canEditContract } = appliance.service
  const isEditing = useSelector(
    (state: WithAppliances) => selectApplianceProgress(state, appliance.id).isEditing.address,
  )
  // Whether the form was cancelled. The focus then returns to the button that opened the form.
  const [hasCancelled, setCancelled] = useState(false)

  if (canEditContract && isEditing) {
    return (
      <div className={styles.editing}>
        <LazyPart load={loadForm} props={{ appliance, onContinue, onCancelled: () => setCancelled(true) }} />
      </div>
    )
  }
  const opening = (
    <OpenButton {...{ appliance, isAskedAbove }} hasFocus={hasCancelled} onOpen={() => setCancelled(false)} />
  )
  if (address === null) return <NoAddress>{canEditContract && opening}</NoAddress>
  return <Overview address={address}>{canEditContract && opening}</Overview>
}

type WithButton = { children: ReactNode }

function NoAddress({ children }: WithButton) {
  const { t } = useTexts()
  return (
    <div className={styles.state}>
      <p>{t('tab.address.empty')}</p>
      {children && <p className={text.muted}>{t('address.empty-text')}</p>}
      {children}
    </div>
  )
}

function Overview({ address, children }: WithButton & { address: Address }) {
  const { language } = useTexts()
  return (
    <div className={styles.overview}>
      <address className={styles.lines} {...focusTargetProps}>
        {formatAddressLines(address, language).map((line, index) => (
          <span key={`${index} ${line}`}>{line}</span>
        ))}
      </address>
      {children}
    </div>
  )
}

/** Returns the lines of an address as on an envelope, with the country in the language of `locale` (BCP 47). */
export function formatAddressLines({ street, postalCode, city, country }: Address, locale: string): string[] {
  const countryName = new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country
  return [...street, `${postalCode} ${city}`, countryName]
}

type OpenButtonProps = { appliance: Appliance; isAskedAbove: boolean; hasFocus: boolean; onOpen(): void }

function OpenButton({ appliance, isAskedAbove, hasFocus, onOpen }: OpenButtonProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const isNew = appliance.service.address === null
  const addVariant = isAskedAbove ? 'secondary' : 'primary'

  function open() {
    onOpen()
    dispatch(editingStarted({ id: appliance.id, part: 'address' }))
  }

  return (
    <Button
      variant={isNew ? addVariant : 'quiet'}
      icon={isNew ? <AddIcon size={20} /> : <EditIcon size={20} />}
      autoFocus={hasFocus}
      onPress={open}
    >
      {t(isNew ? 'address.add' : 'address.edit')}
    </Button>
  )
}
