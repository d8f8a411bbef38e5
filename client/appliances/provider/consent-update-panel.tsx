import { useState } from 'react'
import { useSelector } from 'react-redux'
import type { ProviderContract } from '#contract/provider.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { type Texts, useTexts } from '#client/i18n/text-provider.tsx'
import { focusRegionProps } from '#client/interaction/focus-region.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { LazyPart } from '#client/ui/loaded-part/lazy-part.tsx'
import type { Appliance } from '../state/appliance.ts'
import { editingStarted } from '../state/appliances-slice.ts'
import { selectApplianceProgress, type WithAppliances } from '../state/appliances-state.ts'

export type ConsentUpdatePanelProps = { appliance: Appliance; provider: ProviderContract }

async function loadForm(extend: Texts['extend']) {
  const { ConsentUpdateForm, loadCardTabTexts } = await import('./consent-update-form.tsx')
  await extend(loadCardTabTexts)
  return ConsentUpdateForm
}

/**
 * Asks the owner to agree to the latest version of the consent; 'Update now' shows the form. Specification 2.9,
 * "Consent update".
 */
export function ConsentUpdatePanel({ appliance: { id }, provider }: ConsentUpdatePanelProps) {
  const isEditing = useSelector((state: WithAppliances) => selectApplianceProgress(state, id).isEditing.provider)
  // Whether the form was cancelled. The focus then returns to the button that opened the form.
  const [hasCancelled, setCancelled] = useState(false)
  const form = { id, companyId: provider.company.id, onCancelled: () => setCancelled(true) }
  return (
    <div {...focusRegionProps}>
      {isEditing ? <LazyPart load={loadForm} props={form} /> : <Outdated id={id} hasFocus={hasCancelled} />}
    </div>
  )
}

function Outdated({ id, hasFocus }: { id: string; hasFocus: boolean }) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  return (
    <Callout
      tone="warning"
      title={t('provider.update.title')}
      action={
        <Button autoFocus={hasFocus} onPress={() => void dispatch(editingStarted({ id, part: 'provider' }))}>
          {t('provider.update.now')}
        </Button>
      }
    >
      {t('provider.update.text')}
    </Callout>
  )
}
