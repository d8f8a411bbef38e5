import { useCallback } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { LockIcon } from '#client/icons/action-icons.tsx'
import { usePreloadablePart } from '#client/ui/loaded-part/preloadable-part.ts'
import { Note } from '#client/ui/note/note.tsx'
import { ApplianceFrame } from './appliance-frame.tsx'
import { ApplianceTabs, NextStepsPart, useClaimState, useCardTabControl } from './appliance-tabs.tsx'
import { type Appliance, type ApplianceFault, applianceNameOf } from '../state/appliance.ts'
import { lazyFaultPanel } from '../lazy-fault-panel.ts'
import { ReadingsPanel } from '../readings/readings-panel.tsx'
import { StatusSentence } from './status-sentence.tsx'

export type ApplianceCardProps = { appliance: Appliance }

/** Shows one appliance of the list: a frame with the content of the card. Specification 2.6. */
export function ApplianceCard({ appliance }: ApplianceCardProps) {
  return (
    <ApplianceFrame appliance={appliance}>
      <ApplianceCardBody appliance={appliance} />
    </ApplianceFrame>
  )
}

/** Shows the content of a card below its heading. Specification 2.6. */
export function ApplianceCardBody({ appliance }: ApplianceCardProps) {
  const { t } = useTexts()
  const tab = useCardTabControl(appliance)
  const claim = useClaimState(appliance)
  return (
    <>
      <StatusSentence appliance={appliance} isJustConnected={claim.isJustConnected} />
      {appliance.fault && <FaultPart appliance={appliance} fault={appliance.fault} />}
      <NextStepsPart appliance={appliance} tab={tab} claim={claim} />
      <ReadingsPanel
        appliance={appliance}
        name={applianceNameOf(appliance, t)}
        isJustConnected={claim.isJustConnected}
      />
      {!appliance.service.canEditContract && <Note icon={<LockIcon size={20} />}>{t('appliance.locked')}</Note>}
      <ApplianceTabs appliance={appliance} tab={tab} claim={claim} />
    </>
  )
}

/**
 * Shows the fault panel. The list page loads the panel's code before it draws cards with faults. If a fault starts
 * later, this component loads the code.
 */
function FaultPart(props: { appliance: Appliance; fault: ApplianceFault }) {
  const { extend } = useTexts()
  const load = useCallback(() => lazyFaultPanel.loadPanel(extend), [extend])
  const part = usePreloadablePart({ load, loaded: lazyFaultPanel.panel })
  return part && <part.Component {...props} />
}
