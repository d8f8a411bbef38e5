import { useState } from 'react'
import { useSelector } from 'react-redux'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Tabs } from '#client/ui/tabs/tabs.tsx'
import type { Appliance } from './appliance.ts'
import { applianceName } from './appliance-name.ts'
import { editingCancelled } from './appliances-slice.ts'
import { editableParts } from './appliances-state.ts'
import { type ApplianceTab, firstTabOf } from './first-tab.ts'
import { isEditingAny, selectProgress, type WithAppliances } from './select.ts'
import { AddressTab } from './tabs/address-tab.tsx'
import { ProviderTab } from './tabs/provider-tab.tsx'
import { SupportTab } from './tabs/support-tab.tsx'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
import { useApplianceDispatch } from './use-dispatch.ts'

export type ApplianceTabsProps = { appliance: Appliance; brandName: string }

/** The three tabs of a card, the third named after the brand. A form in edit mode is not left unasked. Specification 2.6. */
export function ApplianceTabs({ appliance, brandName }: ApplianceTabsProps) {
  const { t } = useTexts()
  const { selected, select, leaving } = useGuardedTab(appliance)
  return (
    <>
      <Tabs
        label={t('appliance.settings', { name: applianceName(appliance, t) })}
        selected={selected}
        onSelect={(id) => select(id as ApplianceTab)}
        tabs={[
          { id: 'address', label: t('tab.address'), content: <AddressTab appliance={appliance} /> },
          { id: 'provider', label: t('tab.provider'), content: <ProviderTab appliance={appliance} /> },
          { id: 'support', label: brandName, content: <SupportTab appliance={appliance} /> },
        ]}
      />
      <UnsavedChangesDialog {...leaving} />
    </>
  )
}

function useGuardedTab(appliance: Appliance) {
  const dispatch = useApplianceDispatch()
  const isEditing = useSelector((state: WithAppliances) => isEditingAny(selectProgress(state, appliance.id)))
  const [selected, setSelected] = useState(() => firstTabOf(appliance))
  const [wanted, setWanted] = useState<ApplianceTab | null>(null)

  function discard() {
    for (const part of editableParts) dispatch(editingCancelled({ id: appliance.id, part }))
    if (wanted !== null) setSelected(wanted)
    setWanted(null)
  }

  return {
    selected,
    select: isEditing ? setWanted : setSelected,
    leaving: { isOpen: wanted !== null, onConfirm: discard, onClose: () => setWanted(null) },
  }
}
