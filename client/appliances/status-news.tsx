import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { Translate } from '#client/i18n/text.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import { type Appliance, applianceName } from './appliance.ts'
import { selectAppliances } from './appliances-state.ts'
import { turnedSince, worstOf } from './status.ts'

type StatusNews = {
  /** What a screen reader says, once: an ERROR at once, anything else when there is time. */
  said: AnnouncerProps
  /** What stands in the page's title: '(2) Error' while two that have turned are in ERROR; null for nothing. */
  title: string | null
}

const silence: AnnouncerProps = { urgent: '', polite: '' }

/** The appliances whose status turned worse or better since the page was opened. */
export function useStatusNews(): StatusNews {
  const { t } = useTexts()
  const appliances = useSelector(selectAppliances)
  const before = useRef(appliances)
  const [said, setSaid] = useState(silence)
  const [turnedIds, setTurnedIds] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const turned = turnedSince(before.current, appliances)
    before.current = appliances
    if (turned.length === 0) return
    setTurnedIds((known) => new Set([...known, ...turned.map(({ id }) => id)]))
    setSaid(document.visibilityState === 'visible' ? wordsOf(turned, t) : silence)
  }, [appliances, t])

  const worst = worstOf(appliances.filter(({ id }) => turnedIds.has(id)))
  return { said, title: worst ? `(${worst.count}) ${t(`appliance.status.${worst.status}`)}` : null }
}

function wordsOf(turned: readonly Appliance[], t: Translate): AnnouncerProps {
  const say = (each: Appliance) =>
    t('appliance.status-turned', {
      name: applianceName(each, t),
      status: t(`appliance.status.${each.applianceStatus}`),
    })
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
