import { useEffect, useRef } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { AccountForm } from '#contract/account-form.ts'
import type { User } from '#contract/account.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { toFormResolver, useFormDraft } from '#client/form-fields.tsx'
import { type AccountDraft, checkAccount, initialAccountDraftOf } from './account-rules.ts'
import { accountFormChanged, accountFormOpened } from './account-slice.ts'

export type AccountFormControl = UseFormReturn<AccountDraft, unknown, AccountForm>

/**
 * Returns the control of the account form. The form validates a field when the person leaves it, and afterwards at each
 * change. Specification 5.6.
 */
export function useAccountForm(user: User): AccountFormControl {
  const form = useForm<AccountDraft, unknown, AccountForm>({
    resolver: toFormResolver(checkAccount),
    defaultValues: initialAccountDraftOf(user),
    mode: 'onTouched',
  })
  useFormDraft('account', form)
  useChangedFlag(form.formState.isDirty)
  return form
}

/** Stores whether the form has unsaved values, because the page asks for confirmation before it discards them. */
function useChangedFlag(isDirty: boolean): void {
  const dispatch = useCallDispatch()
  useEffect(() => {
    dispatch(isDirty ? accountFormChanged() : accountFormOpened())
  }, [dispatch, isDirty])
}

/**
 * Returns a function that selects or deselects the sign-in address as contact email. Deselecting restores the address
 * that was typed before.
 */
export function useIdentityEmailSwitch(
  { getValues, setValue, clearErrors }: AccountFormControl,
  identityEmail: string,
) {
  const other = useRef(getValues('usesIdentityEmail') ? '' : getValues('contactEmail'))
  return (isUsed: boolean) => {
    if (isUsed) other.current = getValues('contactEmail')
    setValue('usesIdentityEmail', isUsed, { shouldDirty: true })
    setValue('contactEmail', isUsed ? identityEmail : other.current, { shouldDirty: true })
    clearErrors('contactEmail')
  }
}
