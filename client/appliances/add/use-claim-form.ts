import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useSelector } from 'react-redux'
import { type ClaimForm, claimForm } from '#contract/claim.ts'
import type { Failure } from '#client/api.ts'
import { useKeptFields } from '#client/use-kept-draft.ts'
import { addEditingStarted, editingReset } from '../appliances-slice.ts'
import type { WithAppliances } from '../appliances-state.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { claimFieldOf } from './claim-words.ts'

const empty: ClaimForm = { serialNumber: '', accessCode: '', userPassword: '' }

const secrets = ['accessCode', 'userPassword'] as const

/** The form of the sticker's values: checked when a field is left, then with every change. Specification 5.2. */
export function useClaimForm(): UseFormReturn<ClaimForm> {
  const form = useForm<ClaimForm>({ resolver: zodResolver(claimForm), defaultValues: empty, mode: 'onTouched' })
  useKeptFields('add', form, secrets)
  useEditingFlag(form.formState.isDirty)
  useServerErrors(form)
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

/** Rules the server found broken stand under their fields. Specification 13.3. */
function useServerErrors({ setError }: UseFormReturn<ClaimForm>): void {
  const adding = useSelector((state: WithAppliances) => state.appliances.adding)
  useEffect(() => {
    if (adding.kind !== 'failed') return
    for (const { path, code } of errorsOf(adding.error)) {
      const field = claimFieldOf(path)
      if (field !== null) setError(field, { message: code }, { shouldFocus: true })
    }
  }, [adding, setError])
}

function errorsOf(failure: Failure) {
  return failure.kind === 'refused' ? failure.errors : []
}
