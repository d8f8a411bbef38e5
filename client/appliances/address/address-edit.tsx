import { useState } from 'react'
import { type AddressForm, toAddressWrite } from '#contract/address.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { showFieldErrors } from '#client/form-fields.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { saveAddress } from '../appliance-calls.ts'
import { brokenRules, formRefused } from '../appliance-events.ts'
import type { Appliance } from '../appliance.ts'
import { editingCancelled } from '../appliances-slice.ts'
import { AddressFields } from './address-fields.tsx'
import { addressFieldOf, addressLines } from './address-words.ts'
import styles from './address.module.css'
import { useAddressForm } from './use-address-form.ts'

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

/** Which of the two buttons is saving. */
type Saving = 'save' | 'continue' | null

type SavingInput = Pick<AddressEditProps, 'appliance'> & { form: ReturnType<typeof useAddressForm> }

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
