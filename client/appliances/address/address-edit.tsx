import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { type AddressForm, addressForm, toAddressForm, toAddressWrite } from '#contract/address-form.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { showFieldErrors, useKeptFields } from '#client/form-fields.tsx'
import { defaultCountry } from '#client/i18n/default-country.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { saveAddress } from '../appliance-calls.ts'
import { brokenRules, formRefused } from '../appliance-events.ts'
import { useApplianceContext } from '../appliance-context.tsx'
import type { Appliance } from '../appliance.ts'
import { editingCancelled } from '../appliances-slice.ts'
import {
  type AddressDraft,
  AddressFields,
  type AddressFormControl,
  addressFieldOf,
  countryLockOf,
} from './address-fields.tsx'
import { addressLines } from './address-tab.tsx'
import styles from './address.module.css'

export { loadTabTexts } from '#client/i18n/late-texts.ts'

export type AddressEditProps = { appliance: Appliance; onContinue(): void; onCancelled(): void }

/** The form of the address. Nothing typed is lost by a failure. Specification 2.8 and 4.4. */
export function AddressEdit({ appliance, onContinue, onCancelled }: AddressEditProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const form = useAddressForm(appliance)
  const { saving, save } = useSaving({ appliance, form })

  function cancel() {
    onCancelled()
    dispatch(editingCancelled({ id: appliance.id, part: 'address' }))
  }

  return (
    <Form onSubmit={() => void save('save')}>
      <ChangedElsewhere appliance={appliance} />
      <AddressFields form={form} appliance={appliance} />
      <p className={styles.mandatory}>{t('address.mandatory')}</p>
      <FormActions>
        <Button variant="secondary" wide isDisabled={saving !== null} onPress={cancel}>
          {t('dialog.cancel')}
        </Button>
        <Button
          type="submit"
          variant="secondary"
          wide
          isPending={saving === 'save'}
          isDisabled={saving === 'continue'}
          pendingLabel={t('address.pending')}
        >
          {t('address.save')}
        </Button>
        <Button
          wide
          isPending={saving === 'continue'}
          isDisabled={saving === 'save'}
          pendingLabel={t('address.pending')}
          onPress={() => void save('continue', onContinue)}
        >
          {t('address.save-and-continue')}
        </Button>
      </FormActions>
    </Form>
  )
}

const resolver = zodResolver(addressForm) as unknown as Resolver<AddressDraft, unknown, AddressForm>

/**
 * The form of an address: checked when a field is left, then with every change. It begins with the address as it
 * was when the form opened; what comes from the server later is not written over what was typed. Specification 5.1.
 */
function useAddressForm(appliance: Appliance): AddressFormControl {
  const defaultValues = useFirstDraft(appliance)
  const form = useForm<AddressDraft, unknown, AddressForm>({ resolver, defaultValues, mode: 'onTouched' })
  useKeptFields(`address ${appliance.id}`, form)
  useLockedCountry(form, appliance)
  return form
}

function useFirstDraft({ service: { address } }: Appliance): AddressDraft {
  const { brand, userCountry } = useApplianceContext()
  if (address) return toAddressForm(address)
  const country = defaultCountry({ userCountry, wishes: navigator.languages, offered: brand.countries })
  return { country, postalCode: '', city: '', street1: '', street2: '' }
}

/** A company that was connected elsewhere meanwhile binds the country: the rest of what was typed stays. */
function useLockedCountry({ setValue, getValues }: AddressFormControl, appliance: Appliance): void {
  const { address } = appliance.service
  const bound = countryLockOf(appliance) === null ? undefined : address?.country
  useEffect(() => {
    if (bound !== undefined && getValues('country') !== bound) setValue('country', bound, { shouldValidate: true })
  }, [bound, getValues, setValue])
}

/** Which of the two buttons is saving. */
type Saving = 'save' | 'continue' | null

type SavingInput = Pick<AddressEditProps, 'appliance'> & { form: AddressFormControl }

function useSaving({ appliance, form }: SavingInput) {
  const dispatch = useCallDispatch()
  const [saving, setSaving] = useState<Saving>(null)

  async function send(values: AddressForm, then: () => void): Promise<void> {
    const { id, service } = appliance
    const isNew = service.address === null
    const saved = await dispatch(saveAddress({ id, address: toAddressWrite(values), isNew }))
    setSaving(null)
    if (saveAddress.rejected.match(saved)) return showFieldErrors(form, saved.payload, addressFieldOf)
    then()
  }

  function save(by: 'save' | 'continue', then: () => void = () => undefined): Promise<void> {
    if (saving !== null) return Promise.resolve()
    return form.handleSubmit(
      (values) => {
        setSaving(by)
        return send(values, then)
      },
      (errors) => void dispatch(formRefused({ form: 'appliance_address', errors: brokenRules(errors) })),
    )()
  }

  return { saving, save }
}

/** What somebody saved while this form was open: told, never written over what was typed. */
function ChangedElsewhere({ appliance }: { appliance: Appliance }) {
  const { t, language } = useTexts()
  const { address } = appliance.service
  const [opened] = useState(() => JSON.stringify(address))
  const isChanged = address !== null && JSON.stringify(address) !== opened
  return (
    <div aria-live="polite" className={styles.told}>
      {isChanged && (
        <Callout tone="warning">
          {t('address.changed-elsewhere', { address: addressLines(address, language).join(', ') })}
        </Callout>
      )}
    </div>
  )
}
