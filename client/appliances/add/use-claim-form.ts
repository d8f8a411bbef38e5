import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { type ClaimForm, claimForm } from '#contract/claim.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useKeptFields } from '#client/form-fields.tsx'
import { addEditingStarted, editingReset } from '../appliances-slice.ts'

const empty: ClaimForm = { serialNumber: '', accessCode: '', userPassword: '' }

const secrets = ['accessCode', 'userPassword'] as const

/** The form of the sticker's values: checked when a field is left, then with every change. Specification 5.2. */
export function useClaimForm(): UseFormReturn<ClaimForm> {
  const form = useForm<ClaimForm>({ resolver: zodResolver(claimForm), defaultValues: empty, mode: 'onTouched' })
  useKeptFields('add', form, secrets)
  useEditingFlag(form.formState.isDirty)
  return form
}

/** What is typed must not be left unasked; an untouched form may be. */
function useEditingFlag(isDirty: boolean): void {
  const dispatch = useCallDispatch()
  useEffect(() => {
    if (!isDirty) return undefined
    dispatch(addEditingStarted())
    return () => void dispatch(editingReset())
  }, [dispatch, isDirty])
}
