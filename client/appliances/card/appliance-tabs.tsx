import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { type Texts, useTexts } from '#client/i18n/text-provider.tsx'
import { changeHistoryEntryState, readHistoryEntryState } from '#client/interaction/history-entry-state.ts'
import { useLocation } from '#client/router/router-context.ts'
import { useLinkTarget } from '#client/router/use-link-target.ts'
import { LazyPart } from '#client/ui/loaded-part/lazy-part.tsx'
import { usePreloadablePart } from '#client/ui/loaded-part/preloadable-part.ts'
import { Tabs } from '#client/ui/tabs/tabs.tsx'
import { AddressTab } from '../address/address-tab.tsx'
import { type ApplianceTab, applianceTabs, parseCardLink, formatCardLink } from '../card-link.ts'
import { lazyAfterClaimContent } from '../next-steps/lazy-after-claim-content.ts'
import { idsAddedSinceLoad } from '../state/ids-added-since-load.ts'
import { useCardSettings } from '../card-settings.tsx'
import { type Appliance, applianceNameOf } from '../state/appliance.ts'
import { editingCancelled, editingStarted } from '../state/appliances-slice.ts'
import { editableParts, selectApplianceProgress, type WithAppliances } from '../state/appliances-state.ts'
import type { WithInvitation } from '../state/invitation-slice.ts'
import { idsWithNextSteps } from '../state/ids-with-next-steps.ts'
import { invitationHash, selectInvitationApplianceId } from '../provider/invitation/invitation-appliance.ts'
import { needsConsentUpdate } from '../provider/provider-view.ts'
import { ProviderTab } from '../provider/provider-tab.tsx'
import { selectReadings, type WithReadings } from '../readings/readings-slice.ts'
import type { SupportTabProps } from '../support/support-tab.tsx'
import { UnsavedChangesDialog } from '../unsaved-changes-dialog.tsx'
import { useCallDispatch } from '#client/call-thunk.ts'

export type ApplianceTabsProps = { appliance: Appliance; tab: CardTabControl; claim: ClaimOfCard }

/**
 * The three tabs of a card; the third one has the brand's name. Leaving a form with unsaved values needs a
 * confirmation. Specification 2.6.
 */
export function ApplianceTabs({ appliance, tab, claim }: ApplianceTabsProps) {
  const { t } = useTexts()
  const { brand } = useCardSettings()
  const { selected, select, open, addAddress, leaving, region } = tab
  const completeTabs = findCompleteTabs(appliance)
  const address = (
    <AddressTab appliance={appliance} isAskedAbove={claim.asksForAddress} onContinue={() => open('provider')} />
  )
  const provider = <ProviderTab appliance={appliance} onAddAddress={addAddress} />
  const support = <SupportPart appliance={appliance} onAddAddress={addAddress} onAddProvider={() => open('provider')} />
  return (
    <div ref={region}>
      <Tabs
        label={t('appliance.settings', { name: applianceNameOf(appliance, t) })}
        selected={selected}
        onSelect={(id) => select(id as ApplianceTab)}
        tabs={[
          { id: 'address', label: t('tab.address'), isSettled: completeTabs.address, content: address },
          { id: 'provider', label: t('tab.provider'), isSettled: completeTabs.provider, content: provider },
          { id: 'support', label: brand.name, isSettled: completeTabs.support, content: support },
        ]}
      />
      <UnsavedChangesDialog {...leaving} />
    </div>
  )
}

export type CardTabControl = ReturnType<typeof useCardTabControl>

/** Returns the open tab of a card, and functions that open another tab. */
export function useCardTabControl(appliance: Appliance) {
  const { id } = appliance
  const dispatch = useCallDispatch()
  const linkedTab = useLinkedTab(id)
  const { isEditing: inEditMode } = useSelector((state: WithAppliances) => selectApplianceProgress(state, id))
  const [selected, setSelected] = useState(
    () => editableParts.find((part) => inEditMode[part]) ?? chosenTabOf(id) ?? linkedTab ?? chooseFirstTab(appliance),
  )
  const [wanted, setWanted] = useState<ApplianceTab | null>(null)
  const isEditing = Object.values(inEditMode).includes(true)
  const region = useLinkTarget<HTMLDivElement>(
    formatCardLink({ applianceId: id, tab: linkedTab ?? selected }),
    selectedTabIn,
  )
  const followFocus = useTabFocus(region)

  function show(tab: ApplianceTab) {
    setSelected(tab)
    rememberTab(id, tab)
  }

  /** Opens a tab for a control outside of the tab list, and moves the focus to the tab. */
  function open(tab: ApplianceTab) {
    followFocus()
    show(tab)
  }

  function discard() {
    for (const part of editableParts) dispatch(editingCancelled({ id, part }))
    if (wanted !== null) show(wanted)
    setWanted(null)
  }

  /** Opens a tab for a link outside the card. If a form has unsaved values, first asks for confirmation. */
  function ask(tab: ApplianceTab) {
    if (isEditing) setWanted(tab)
    else open(tab)
  }

  useInvitationLink(id, () => ask('provider'))

  return {
    region,
    selected,
    select: isEditing ? setWanted : show,
    open,
    ask,
    addAddress: () => {
      show('address')
      dispatch(editingStarted({ id, part: 'address' }))
    },
    leaving: { isOpen: wanted !== null, onConfirm: discard, onClose: () => setWanted(null) },
  }
}

type ClaimOfCard = ReturnType<typeof useClaimState>

/**
 * The state of the card after a claim:
 * - `isJustConnected`: whether the appliance was added since the page was loaded.
 * - `hasSteps`: whether the appliance was added in this browser, and its next steps are neither done nor hidden. Only
 *   people who may take the steps see them.
 * - `asksForAddress`: whether the steps have a button for the address while the Address tab has one. The button of the
 *   steps is then the main one.
 */
export function useClaimState({ id, service }: Appliance) {
  const [isNew, setNew] = useState(() => idsWithNextSteps.has(id))
  const [isJustConnected, setJustConnected] = useState(() => idsAddedSinceLoad.has(id))
  const hasSteps = isNew && service.canEditContract
  return {
    isJustConnected,
    hasSteps,
    asksForAddress: hasSteps && isJustConnected,
    hide(): void {
      setNew(false)
      setJustConnected(false)
    },
  }
}

/**
 * Says that an appliance was just connected. For a newly added appliance, also shows the next steps, until all are
 * done or the person dismisses them.
 */
export function NextStepsPart({ appliance, tab, claim }: ApplianceTabsProps) {
  const { extend } = useTexts()
  const { isJustConnected, hasSteps, asksForAddress, hide } = claim
  const load = useCallback(() => lazyAfterClaimContent.load(extend), [extend])
  const hasValues = useSelector((state: WithReadings) => selectReadings(state, appliance.id) !== undefined)
  const isShown = hasSteps || isJustConnected
  const part = usePreloadablePart({ load, loaded: lazyAfterClaimContent.loaded }, isShown)
  if (!part) return null
  return (
    <part.Component
      appliance={appliance}
      isJustConnected={isJustConnected}
      hasValues={hasValues}
      hasSteps={hasSteps}
      onAddress={tab.selected === 'address' && !asksForAddress ? null : tab.addAddress}
      onProvider={tab.selected === 'provider' ? null : () => tab.ask('provider')}
      onHide={hide}
    />
  )
}

/** Calls `open` each time that the invitation's link is opened, if this appliance can accept the invitation. */
function useInvitationLink(id: string, open: () => void): void {
  const { hash, key } = useLocation()
  const isTarget = useSelector((state: WithAppliances & WithInvitation) => selectInvitationApplianceId(state) === id)
  const followedLink = useRef<string | null>(null)
  useEffect(() => {
    if (hash !== invitationHash || !isTarget || followedLink.current === key) return
    followedLink.current = key
    open()
  })
}

function selectedTabIn(region: HTMLElement | null): HTMLElement | null {
  return region?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]') ?? null
}

/** Returns the tab that the fragment of the URL names for this card; undefined if the fragment names none. */
function useLinkedTab(id: string): ApplianceTab | undefined {
  const link = parseCardLink(useLocation().hash)
  return link?.applianceId === id ? link.tab : undefined
}

/**
 * Returns a function that moves the focus to the selected tab. Without this, the focus would be lost when a button
 * inside a tab opens another tab.
 */
function useTabFocus(region: RefObject<HTMLDivElement | null>): () => void {
  const [moves, setMoves] = useState(0)
  useEffect(() => {
    if (moves > 0) selectedTabIn(region.current)?.focus()
  }, [moves, region])
  return () => setMoves(moves + 1)
}

/** Returns the initially open tab: Service provider if there is an address, otherwise Address. Specification 2.6. */
export function chooseFirstTab(appliance: Pick<Appliance, 'service'>): ApplianceTab {
  return appliance.service.address === null ? 'address' : 'provider'
}

/**
 * Returns which tabs are complete: nothing is missing, no company must still answer, and the owner has no consent to
 * renew.
 */
export function findCompleteTabs(appliance: Pick<Appliance, 'service'>): Readonly<Record<ApplianceTab, boolean>> {
  const { address, provider, asaSupport } = appliance.service
  return {
    address: address !== null,
    provider: provider?.status === 'ACTIVE' && !needsConsentUpdate(appliance),
    support: asaSupport?.status === 'ACTIVE',
  }
}

/** Returns the tab that was open when the person left this history entry; undefined for a new entry. */
function chosenTabOf(id: string): ApplianceTab | undefined {
  const chosenTab = readHistoryEntryState().tabs?.[id]
  return applianceTabs.find((each) => each === chosenTab)
}

function rememberTab(id: string, tab: ApplianceTab): void {
  changeHistoryEntryState({ tabs: { ...readHistoryEntryState().tabs, [id]: tab } })
}

async function loadTab(extend: Texts['extend']) {
  const { SupportTab, loadCardTabTexts } = await import('../support/support-tab.tsx')
  await extend(loadCardTabTexts)
  return SupportTab
}

/**
 * Loads the customer support tab when the person opens it. No card shows this tab first by default. Specification 2.6.
 */
function SupportPart(props: SupportTabProps) {
  return <LazyPart load={loadTab} props={props} loading="support.loading" />
}
