import { useSelector } from 'react-redux'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import type { Appliance, Provider } from '../appliance.ts'
import { editingStarted } from '../appliances-slice.ts'
import { FormPart } from '../form-part.tsx'
import { selectProgress, type WithAppliances } from '../select.ts'
import { useApplianceDispatch } from '../use-dispatch.ts'

export type ConsentUpdateProps = { appliance: Appliance; provider: Provider }

const loadForm = () => import('./consent-update-form.tsx').then(({ ConsentUpdateForm }) => ConsentUpdateForm)

/** Asks for the latest consent; 'Update now' reveals its form. Specification 2.9, "Consent update". */
export function ConsentUpdate({ appliance: { id }, provider }: ConsentUpdateProps) {
  const { t } = useTexts()
  const dispatch = useApplianceDispatch()
  const isEditing = useSelector((state: WithAppliances) => selectProgress(state, id).isEditing.provider)
  if (isEditing) return <FormPart load={loadForm} props={{ id, companyId: provider.company.id }} />
  return (
    <Callout
      tone="warning"
      title={t('provider.update.title')}
      action={
        <Button onPress={() => void dispatch(editingStarted({ id, part: 'provider' }))}>
          {t('provider.update.now')}
        </Button>
      }
    >
      {t('provider.update.text')}
    </Callout>
  )
}
