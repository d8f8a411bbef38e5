import type { Translate } from '#client/i18n/text.ts'
import { type Appliance, applianceName } from '../state/appliance.ts'

/** The announcements of a screen reader: `urgent` at once, `polite` when it has finished. Empty for none. */
export type Announcement = { urgent: string; polite: string }

export type AnnouncementDependencies = {
  t: Translate
  /** The title of a fault; null if nobody has described it. @throws Failure */
  titleOf(code: string): Promise<string | null>
  /** Whether the appliance still has the announced fault. */
  isStill(appliance: Appliance): boolean
  /** An omitted part keeps its last text. */
  say(words: Partial<Announcement>): void
}

/** How long an announcement waits for the titles of faults. */
const titlesTimeoutMs = 1_500

/**
 * Announces the appliances whose state changed, each with the title of its fault if that loads soon, because an error
 * must be announced at once. A later title is announced politely. Specification 22.5.
 */
export async function announceTurned(
  turned: readonly Appliance[],
  announcing: AnnouncementDependencies,
): Promise<void> {
  const { t, say, isStill } = announcing
  const titles = new Map<string, string>()
  const reading = Promise.allSettled(turned.map(async (each) => collectTitle(each, titles, announcing)))
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, titlesTimeoutMs))])
  const unnamed = turned.filter(({ id }) => !titles.has(id))
  say(wordsOf(turned, titles, t))
  await reading
  const late = unnamed.filter((each) => titles.has(each.id) && isStill(each))
  if (late.length > 0) say({ polite: late.map((each) => changeSentence(each, titles.get(each.id) ?? '', t)).join(' ') })
}

type Titles = Map<string, string>

async function collectTitle(
  { id, fault }: Appliance,
  titles: Titles,
  { titleOf }: AnnouncementDependencies,
): Promise<void> {
  const title = fault?.code ? await titleOf(fault.code) : null
  if (title !== null) titles.set(id, title)
}

function wordsOf(turned: readonly Appliance[], titles: Titles, t: Translate): Announcement {
  const words = (each: Appliance) => {
    const status = changeSentence(each, t(`appliance.status.${each.applianceStatus}`), t)
    const title = titles.get(each.id)
    return title === undefined ? status : `${status} ${title}.`
  }
  const { urgent = [], polite = [] } = Object.groupBy(turned, ({ applianceStatus }) =>
    applianceStatus === 'ERROR' ? 'urgent' : 'polite',
  )
  return { urgent: urgent.map(words).join(' '), polite: polite.map(words).join(' ') }
}

function changeSentence(appliance: Appliance, status: string, t: Translate): string {
  return t('appliance.status-turned', { name: applianceName(appliance, t), status })
}
