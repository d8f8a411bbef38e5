import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import type { GatewayStatus } from '#contract/appliance.ts'
import { useCallDependencies } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { adaptSpelling } from '#contract/adapt-spelling.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import type { Appliance } from '../state/appliance.ts'
import { selectAppliances } from '../state/appliances-state.ts'
import type { StatusAnnouncement, announceStateChanges } from './status-announcements.ts'

type StatusAnnouncements = {
  /** The announcement for screen readers: an ERROR immediately, anything else politely. */
  announcement: StatusAnnouncement
  /**
   * The addition to the page's title, with the worst status: '(2) Error' while two appliances whose status changed are
   * in ERROR. Null if none of them needs attention.
   */
  title: string | null
}

const silence: StatusAnnouncement = { urgent: '', polite: '' }

/**
 * Announces the appliances whose status turned worse or better, or that report another fault code, while the page is
 * visible. The addition to the title also counts appliances that changed while the page was hidden.
 */
export function useStatusAnnouncements(): StatusAnnouncements {
  const { t, language, locale } = useTexts()
  const { call } = useCallDependencies()
  const appliances = useSelector(selectAppliances)
  const before = useRef(appliances)
  const [announcement, setAnnouncement] = useState(silence)
  const [turnedIds, setTurnedIds] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const appliancesToAnnounce = findAppliancesToAnnounce(before.current, appliances)
    before.current = appliances
    if (appliancesToAnnounce.length === 0) return
    setTurnedIds((previous) => new Set([...previous, ...appliancesToAnnounce.map(({ id }) => id)]))
    if (document.visibilityState !== 'visible') return setAnnouncement(silence)
    void announce(appliancesToAnnounce, {
      t,
      titleOf: async (code) => {
        const { loadFaultDescription } = await import('../faults/fault-catalogue.ts')
        return adaptSpelling(locale, (await loadFaultDescription(call, { code, language }))?.title ?? null)
      },
      isStill: ({ id, fault }) => before.current.find((each) => each.id === id)?.fault?.code === fault?.code,
      setAnnouncements: (words) => setAnnouncement((current) => ({ ...current, ...words })),
    })
  }, [appliances, call, language, locale, t])

  const worst = findWorstStatus(appliances.filter(({ id }) => turnedIds.has(id)))
  return { announcement, title: worst ? `(${worst.count}) ${t(`appliance.status.${worst.status}`)}` : null }
}

/**
 * Loads the code of the announcements on demand, because statuses rarely change. If the load fails, announces nothing;
 * another part of the page reports the failure.
 */
async function announce(...input: Parameters<typeof announceStateChanges>): Promise<void> {
  const words = await import('./status-announcements.ts').catch(() => null)
  await words?.announceStateChanges(...input)
}

/** The severity of each status. A change between statuses of the same severity is not announced. */
const levels: Readonly<Record<GatewayStatus, number>> = {
  ONLINE: 0,
  WORKING: 0,
  UNKNOWN: 1,
  OFFLINE: 1,
  WARNING: 2,
  ERROR: 3,
}

type WithStatus = Pick<Appliance, 'id' | 'applianceStatus' | 'fault'>

/**
 * Returns the appliances whose status turned worse or better, or that report another fault code. Ignores new
 * appliances.
 */
export function findAppliancesToAnnounce<Each extends WithStatus>(
  before: readonly WithStatus[],
  now: readonly Each[],
): Each[] {
  const previous = new Map(before.map((appliance) => [appliance.id, appliance]))
  return now.filter((appliance) => hasTurned(previous.get(appliance.id) ?? appliance, appliance))
}

function hasTurned(before: WithStatus, now: WithStatus): boolean {
  if (levels[before.applianceStatus] !== levels[now.applianceStatus]) return true
  const code = now.fault?.code ?? null
  return code !== null && code !== (before.fault?.code ?? null)
}

/** Statuses that need attention, the worst first. */
const faults = ['ERROR', 'WARNING', 'OFFLINE'] as const

/** Returns the worst status and the number of appliances that have it; undefined if no status needs attention. */
export function findWorstStatus(appliances: readonly WithStatus[]) {
  const status = faults.find((each) => appliances.some(({ applianceStatus }) => applianceStatus === each))
  if (!status) return undefined
  return { status, count: appliances.filter(({ applianceStatus }) => applianceStatus === status).length }
}

/**
 * The live regions of the announcements. They exist before the first announcement, because screen readers ignore a live
 * region that appears together with its text.
 */
export function StatusAnnouncer({ urgent, polite }: StatusAnnouncement) {
  return (
    <VisuallyHidden>
      <span aria-live="assertive">{urgent}</span>
      <span aria-live="polite">{polite}</span>
    </VisuallyHidden>
  )
}
