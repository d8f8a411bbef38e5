import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { type AddressForm, addressForm, toAddressForm, toAddressRequestBody } from '#contract/address-form.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { showFieldErrors, useFormDraft } from '#client/form-fields.tsx'
import { chooseDefaultCountry } from '#client/i18n/default-country.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import text from '#client/styles/text.module.css'
import { saveAddress } from '../state/appliance-calls.ts'
import { firstBrokenRulesOf, invalidFormSubmitted } from '../state/appliance-events.ts'
import { useCardSettings } from '../card-settings.tsx'
import type { Appliance } from '../state/appliance.ts'
import { editingCancelled } from '../state/appliances-slice.ts'
import {
  type AddressDraft,
  AddressFields,
  type AddressFormControl,
  findAddressFieldByPath,
  findCountryLockReason,
} from './address-fields.tsx'
import { formatAddressLines } from './address-tab.tsx'

export { loadCardTabTexts } from '#client/i18n/late-texts.ts'

export type AddressEditFormProps = { appliance: Appliance; onContinue(): void; onCancelled(): void }

/** Edits the address of an appliance. If saving fails, the form keeps the typed values. Specification 2.8 and 4.4. */
export function AddressEditForm({ appliance, onContinue, onCancelled }: AddressEditFormProps) {
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
      <p className={text.small}>{t('address.mandatory')}</p>
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
 * The address form. The form validates each field when the person leaves it, and afterwards at each change. The form
 * starts with the address at the time when it opens; later updates from the server change only a locked country.
 * Specification 5.1.
 */
function useAddressForm(appliance: Appliance): AddressFormControl {
  const defaultValues = useFirstDraft(appliance)
  const form = useForm<AddressDraft, unknown, AddressForm>({ resolver, defaultValues, mode: 'onTouched' })
  useFormDraft(`address ${appliance.id}`, form)
  useLockedCountry(form, appliance)
  return form
}

function useFirstDraft({ service: { address } }: Appliance): AddressDraft {
  const { brand, userCountry } = useCardSettings()
  if (address) return toAddressForm(address)
  const country = chooseDefaultCountry({ userCountry, preferred: navigator.languages, available: brand.countries })
  return { country, postalCode: '', city: '', street1: '', street2: '' }
}

/**
 * If a contract locks the country while the form is open, sets the country to that of the saved address. The other
 * typed values stay.
 */
function useLockedCountry({ setValue, getValues }: AddressFormControl, appliance: Appliance): void {
  const { address } = appliance.service
  const boundCountry = findCountryLockReason(appliance) === null ? undefined : address?.country
  useEffect(() => {
    if (boundCountry !== undefined && getValues('country') !== boundCountry)
      setValue('country', boundCountry, { shouldValidate: true })
  }, [boundCountry, getValues, setValue])
}

/** The button that started the save in progress; null if no save is in progress. */
type Saving = 'save' | 'continue' | null

type SavingOptions = Pick<AddressEditFormProps, 'appliance'> & { form: AddressFormControl }

function useSaving({ appliance, form }: SavingOptions) {
  const dispatch = useCallDispatch()
  const [saving, setSaving] = useState<Saving>(null)

  async function saveValues(values: AddressForm, then: () => void): Promise<void> {
    const { id, service } = appliance
    const isNew = service.address === null
    const action = await dispatch(saveAddress({ id, address: toAddressRequestBody(values), isNew }))
    setSaving(null)
    if (saveAddress.rejected.match(action)) return showFieldErrors(form, action.payload, findAddressFieldByPath)
    then()
  }

  function save(by: 'save' | 'continue', then: () => void = () => undefined): Promise<void> {
    if (saving !== null) return Promise.resolve()
    return form.handleSubmit(
      (values) => {
        setSaving(by)
        return saveValues(values, then)
      },
      (errors) =>
        void dispatch(invalidFormSubmitted({ form: 'appliance_address', errors: firstBrokenRulesOf(errors) })),
    )()
  }

  return { saving, save }
}

/** Shows a message if the address changes elsewhere while this form is open. The form keeps the typed values. */
function ChangedElsewhere({ appliance }: { appliance: Appliance }) {
  const { t, language } = useTexts()
  const { address } = appliance.service
  const [opened] = useState(() => JSON.stringify(address))
  const isChanged = address !== null && JSON.stringify(address) !== opened
  return (
    <div aria-live="polite">
      {isChanged && (
        <Callout tone="warning">
          {t('address.changed-elsewhere', { address: formatAddressLines(address, language).join(', ') })}
        </Callout>
      )}
    </div>
  )
}
