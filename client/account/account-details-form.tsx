import { useEffect } from 'react'
import type { User } from '#contract/account.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { showFieldErrors } from '#client/form-fields.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { AccountFields } from './account-fields.tsx'
import { findAccountFieldByPath } from './account-rules.ts'
import { accountFormClosed, saveAccount } from './account-slice.ts'
import { useAccountForm } from './use-account-form.ts'

export type AccountDetailsFormProps = { user: User; purpose: 'add' | 'edit' }

/**
 * The form for the account details: with the purpose `add` it completes a new account, with `edit` it changes the
 * details. If saving fails, the typed values stay. Specification 2.11.
 */
export function AccountDetailsForm({ user, purpose }: AccountDetailsFormProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const form = useAccountForm(user)
  const { isSubmitting } = form.formState
  useClosedOnUnmount()

  const submit = form.handleSubmit(async (details) => {
    const action = await dispatch(saveAccount({ details, isNew: purpose === 'add' }))
    if (saveAccount.rejected.match(action)) showFieldErrors(form, action.payload, findAccountFieldByPath)
  })

  return (
    <Form label={t(titles[purpose])} onSubmit={() => void (isSubmitting || submit())}>
      <AccountFields form={form} identityEmail={user.email} hasFocus={purpose === 'edit'} />
      <FormActions>
        {purpose === 'edit' && (
          <Button variant="secondary" wide onPress={() => void dispatch(accountFormClosed())}>
            {t('dialog.cancel')}
          </Button>
        )}
        <Button type="submit" wide isPending={isSubmitting} pendingLabel={t('account.pending')}>
          {t(purpose === 'add' ? 'account.save' : 'account.save-changes')}
        </Button>
      </FormActions>
    </Form>
  )
}

const titles = { add: 'account.add.title', edit: 'account.edit.title' } as const

/** Marks the form as closed when the form is unmounted, because it then has no unsaved changes. */
function useClosedOnUnmount(): void {
  const dispatch = useCallDispatch()
  useEffect(() => () => void dispatch(accountFormClosed()), [dispatch])
}
