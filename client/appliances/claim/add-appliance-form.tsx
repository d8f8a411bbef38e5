import { useState } from 'react'
import { useSelector } from 'react-redux'
import { useCallDispatch } from '#client/call-thunk.ts'
import { showFieldErrors } from '#client/form-fields.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useNavigate } from '#client/router/router-context.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { ArrivingCallout } from '#client/ui/callout/arriving-callout.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { useEditingFlag } from '#client/use-editing-flag.ts'
import { addAppliance } from '../state/appliance-calls.ts'
import { addEditingCancelled, addEditingStarted, editingReset } from '../state/appliances-slice.ts'
import type { WithAppliances } from '../state/appliances-state.ts'
import { idsWithNextSteps } from '../state/ids-with-next-steps.ts'
import { ClaimGuide } from './claim-guide.tsx'
import { findClaimFieldByPath, describeClaimFailure } from './claim-words.ts'
import { idsAddedSinceLoad } from '../state/ids-added-since-load.ts'
import { CodeEntryButtons } from './code-entry-buttons.tsx'
import { toClaim, useClaimForm } from './use-claim-form.ts'

/**
 * Claims a gateway with the values of its sticker. If the server refuses the values, the form keeps the typed values.
 * Specification 2.7. If the portal first asks the owner, the form stays and shows a message. Specification 26.12.
 */
export function AddApplianceForm() {
  const texts = useTexts()
  const { t } = texts
  const dispatch = useCallDispatch()
  const form = useClaimForm('add')
  useEditingFlag(form.formState.isDirty, addEditingStarted, editingReset)
  const addProgress = useSelector((state: WithAppliances) => state.appliances.adding)
  const [isOwnerAsked, setOwnerAsked] = useState(false)

  const submit = form.handleSubmit(async (values) => {
    if (addProgress.kind === 'loading') return
    setOwnerAsked(false)
    const action = await dispatch(addAppliance(toClaim(values)))
    if (addAppliance.rejected.match(action)) return showFieldErrors(form, action.payload, findClaimFieldByPath)
    if ('state' in action.payload) {
      form.reset()
      return setOwnerAsked(true)
    }
    idsAddedSinceLoad.add(action.payload.id)
    if (action.payload.service.canEditContract) idsWithNextSteps.add(action.payload.id)
  })

  return (
    <Form label={t('add.title')} onSubmit={() => void submit()}>
      <p>{t('add.lead')}</p>
      <CodeEntryButtons form={form} />
      <ClaimGuide form={form} />
      <FormActions>
        <CancelAddButton onCancel={() => form.reset()} />
        <Button
          type="submit"
          variant={form.formState.isDirty ? 'primary' : 'secondary'}
          wide
          isPending={addProgress.kind === 'loading'}
          pendingLabel={t('add.pending')}
        >
          {t('add.submit')}
        </Button>
      </FormActions>
      {/* The message is below the buttons. A message above the buttons would move them. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> may not contain paragraphs */}
      <div role="status">
        {isOwnerAsked && (
          <Callout tone="ok" title={t('add.requested')}>
            {t('add.requested.text')}
          </Callout>
        )}
      </div>
      {addProgress.kind === 'failed' && (
        <ArrivingCallout tone="danger" title={t('toast.add-failed')}>
          {describeClaimFailure(addProgress.error, texts)}
        </ArrivingCallout>
      )}
    </Form>
  )
}

/**
 * Cancels the form and goes to the list. For a person without appliances, the list redirects back to this page, with an
 * empty form.
 */
export function CancelAddButton({ onCancel }: { onCancel?: () => void }) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const navigate = useNavigate()
  function cancel() {
    onCancel?.()
    dispatch(addEditingCancelled())
    void navigate('/appliances')
  }
  return (
    <Button variant="secondary" wide onPress={cancel}>
      {t('dialog.cancel')}
    </Button>
  )
}

/** The kinds of gateway to choose from, with the names on their cases. Specification 2.7. */
export const gatewayChoices = [
  { type: 'rrc1', name: 'CT100' },
  { type: 'rrc2', name: 'CT200' },
  { type: 'icom', name: 'MB Lan' },
] as const

export type GatewayChoice = (typeof gatewayChoices)[number]
