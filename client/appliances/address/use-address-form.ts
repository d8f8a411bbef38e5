import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type Resolver, useForm, type UseFormReturn } from 'react-hook-form'
import { type AddressForm, addressForm, toAddressForm } from '#contract/address.ts'
import type { Country } from '#contract/countries.ts'
import { useKeptFields } from '#client/form-fields.tsx'
import { defaultCountry } from '#client/i18n/default-country.ts'
import { useApplianceContext } from '../appliance-context.tsx'
import type { Appliance } from '../appliance.ts'
import { countryLockOf } from './address-words.ts'

/** What stands in the form; the country may still be open. */
export type AddressDraft = Omit<AddressForm, 'country'> & { country: Country | '' }

export type AddressFormControl = UseFormReturn<AddressDraft, unknown, AddressForm>

const resolver = zodResolver(addressForm) as unknown as Resolver<AddressDraft, unknown, AddressForm>

/**
 * The form of an address: checked when a field is left, then with every change. It begins with the address as it
 * was when the form opened; what comes from the server later is not written over what was typed. Specification 5.1.
 */
export function useAddressForm(appliance: Appliance): AddressFormControl {
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
