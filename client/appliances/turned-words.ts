import type { Translate } from '#client/i18n/text.ts'
import { type Appliance, applianceName } from './appliance.ts'

/** What a screen reader says of its own accord: `urgent` at once, `polite` when it has finished. Empty for nothing. */
export type Announcement = { urgent: string; polite: string }

export type Telling = {
  t: Translate
  /** What a fault is called; null where nobody has described it. @throws Failure */
  titleOf(code: string): Promise<string | null>
  /** Whether the appliance still has the fault that it was told with. */
  isStill(appliance: Appliance): boolean
  /** A part that is left out stays as it was said last. */
  say(words: Partial<Announcement>): void
}

/** So long a status waits for the name of its fault. */
const titlesWithinMs = 1_500

/**
 * Says which appliances have turned, each with the name of its fault where that is known soon: whoever hears of an error
 * wants to know at once. A name that comes later is said then, calmly. Specification 22.5.
 */
export async function tellTurned(turned: readonly Appliance[], telling: Telling): Promise<void> {
  const { t, say, isStill } = telling
  const titles = new Map<string, string>()
  const reading = Promise.allSettled(turned.map(async (each) => noteTitle(each, titles, telling)))
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, titlesWithinMs))])
  const unnamed = turned.filter(({ id }) => !titles.has(id))
  say(wordsOf(turned, titles, t))
  await reading
  const late = unnamed.filter((each) => titles.has(each.id) && isStill(each))
  if (late.length > 0) say({ polite: late.map((each) => turnedTo(each, titles.get(each.id) ?? '', t)).join(' ') })
}

type Titles = Map<string, string>

async function noteTitle({ id, fault }: Appliance, titles: Titles, { titleOf }: Telling): Promise<void> {
  const title = fault?.code ? await titleOf(fault.code) : null
  if (title !== null) titles.set(id, title)
}

function wordsOf(turned: readonly Appliance[], titles: Titles, t: Translate): Announcement {
  const words = (each: Appliance) => {
    const status = turnedTo(each, t(`appliance.status.${each.applianceStatus}`), t)
    const title = titles.get(each.id)
    return title === undefined ? status : `${status} ${title}.`
  }
  const { urgent = [], polite = [] } = Object.groupBy(turned, ({ applianceStatus }) =>
    applianceStatus === 'ERROR' ? 'urgent' : 'polite',
  )
  return { urgent: urgent.map(words).join(' '), polite: polite.map(words).join(' ') }
}

function turnedTo(appliance: Appliance, status: string, t: Translate): string {
  return t('appliance.status-turned', { name: applianceName(appliance, t), status })
}
