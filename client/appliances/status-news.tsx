import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import type { GatewayStatus } from '#contract/appliance.ts'
import type { Language } from '#contract/languages.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { Translate } from '#client/i18n/text.ts'
import { spelledFor } from '#client/i18n/translation.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import { type Appliance, applianceName } from './appliance.ts'
import { selectAppliances } from './appliances-state.ts'

type StatusNews = {
  /** What a screen reader says, once: an ERROR at once, anything else when there is time. */
  said: AnnouncerProps
  /** What stands in the page's title: '(2) Error' while two that have turned are in ERROR; null for nothing. */
  title: string | null
}

const silence: AnnouncerProps = { urgent: '', polite: '' }

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
    void titlesOf(turned, { dispatch, language, locale }).then((titles) => setSaid(wordsOf(turned, titles, t)))
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

/** What cannot be told by then is not waited for. */
const titlesWithinMs = 1_500

type Titles = ReadonlyMap<string, string>

type Reader = { dispatch: ReturnType<typeof useCallDispatch>; language: Language; locale: string }

/** What the faults of appliances are called, by the id of the appliance, as far as that is known soon. */
async function titlesOf(turned: readonly Appliance[], { dispatch, language, locale }: Reader): Promise<Titles> {
  const titles = new Map<string, string>()
  const named = turned.flatMap(({ id, fault }) => (fault?.code ? [{ id, code: fault.code }] : []))
  if (named.length === 0) return titles
  const reading = named.map(async ({ id, code }) => {
    const { describeFault } = await import('./faults/fault-catalogue.ts')
    const description = await describeFault(dispatch, { code, language })
    if (description) titles.set(id, spelledFor(locale, description.title))
  })
  await Promise.race([Promise.allSettled(reading), new Promise((resolve) => setTimeout(resolve, titlesWithinMs))])
  return titles
}

function wordsOf(turned: readonly Appliance[], titles: Titles, t: Translate): AnnouncerProps {
  const say = (each: Appliance) => {
    const words = t('appliance.status-turned', {
      name: applianceName(each, t),
      status: t(`appliance.status.${each.applianceStatus}`),
    })
    const title = titles.get(each.id)
    return title === undefined ? words : `${words} ${title}.`
  }
  const { urgent = [], polite = [] } = Object.groupBy(turned, ({ applianceStatus }) =>
    applianceStatus === 'ERROR' ? 'urgent' : 'polite',
  )
  return { urgent: urgent.map(say).join(' '), polite: polite.map(say).join(' ') }
}

/** What a screen reader says of its own accord: `urgent` at once, `polite` when it has finished. Empty for nothing. */
export type AnnouncerProps = { urgent: string; polite: string }

/** Stands there before there is anything to say: a live region that comes with its words is not heard. */
export function Announcer({ urgent, polite }: AnnouncerProps) {
  return (
    <VisuallyHidden>
      <span aria-live="assertive">{urgent}</span>
      <span aria-live="polite">{polite}</span>
    </VisuallyHidden>
  )
}
