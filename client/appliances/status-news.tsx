import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import type { GatewayStatus } from '#contract/appliance.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { spelledFor } from '#contract/spelling.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import type { Appliance } from './appliance.ts'
import { selectAppliances } from './appliances-state.ts'
import { type Announcement, tellTurned } from './turned-words.ts'

type StatusNews = {
  /** What a screen reader says, once: an ERROR at once, anything else when there is time. */
  said: Announcement
  /** What stands in the page's title: '(2) Error' while two that have turned are in ERROR; null for nothing. */
  title: string | null
}

const silence: Announcement = { urgent: '', polite: '' }

/** The appliances whose status turned worse or better since the page was opened. */
export function useStatusNews(): StatusNews {
  const { t, language, locale } = useTexts()
  const dispatch = useCallDispatch()
  const appliances = useSelector(selectAppliances)
  const before = useRef(appliances)
  const [said, setSaid] = useState(silence)
  const [turnedIds, setTurnedIds] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const turned = turnedSince(before.current, appliances)
    before.current = appliances
    if (turned.length === 0) return
    setTurnedIds((known) => new Set([...known, ...turned.map(({ id }) => id)]))
    if (document.visibilityState !== 'visible') return setSaid(silence)
    void tellTurned(turned, {
      t,
      titleOf: async (code) => {
        const { describeFault } = await import('./faults/fault-catalogue.ts')
        return spelledFor(locale, (await describeFault(dispatch, { code, language }))?.title ?? null)
      },
      isStill: ({ id, fault }) => before.current.find((each) => each.id === id)?.fault?.code === fault?.code,
      say: (words) => setSaid((current) => ({ ...current, ...words })),
    })
  }, [appliances, dispatch, language, locale, t])

  const worst = worstOf(appliances.filter(({ id }) => turnedIds.has(id)))
  return { said, title: worst ? `(${worst.count}) ${t(`appliance.status.${worst.status}`)}` : null }
}

/** How bad a status is; those of one level are no news after each other. */
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
 * The appliances whose status has turned worse or better since, or that report another fault; one that was not there
 * before is no news.
 */
export function turnedSince<Each extends WithStatus>(before: readonly WithStatus[], now: readonly Each[]): Each[] {
  const known = new Map(before.map((appliance) => [appliance.id, appliance]))
  return now.filter((appliance) => hasTurned(known.get(appliance.id) ?? appliance, appliance))
}

function hasTurned(before: WithStatus, now: WithStatus): boolean {
  if (levels[before.applianceStatus] !== levels[now.applianceStatus]) return true
  const code = now.fault?.code ?? null
  return code !== null && code !== (before.fault?.code ?? null)
}

/** Statuses that somebody has to look after, the worst first. */
const faults = ['ERROR', 'WARNING', 'OFFLINE'] as const

/** The worst fault of all, and how many have it; undefined where there is none. */
export function worstOf(appliances: readonly WithStatus[]) {
  const status = faults.find((each) => appliances.some(({ applianceStatus }) => applianceStatus === each))
  if (!status) return undefined
  return { status, count: appliances.filter(({ applianceStatus }) => applianceStatus === status).length }
}

/** Stands there before there is anything to say: a live region that comes with its words is not heard. */
export function Announcer({ urgent, polite }: Announcement) {
  return (
    <VisuallyHidden>
      <span aria-live="assertive">{urgent}</span>
      <span aria-live="polite">{polite}</span>
    </VisuallyHidden>
  )
}
