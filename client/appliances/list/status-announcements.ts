import type { Translate } from '#client/i18n/message-types.ts'
import { type Appliance, applianceNameOf } from '../state/appliance.ts'

/**
 * The texts for screen readers. `urgent` interrupts the screen reader; `polite` waits until the screen reader has
 * finished. An empty text announces nothing.
 */
export type StatusAnnouncement = { urgent: string; polite: string }

export type AnnouncementDependencies = {
  t: Translate
  /** Returns the title of a fault; null if the catalogue does not have the fault. @throws CallFailure */
  titleOf(code: string): Promise<string | null>
  /** Whether the appliance still has the announced fault. */
  isStill(appliance: Appliance): boolean
  /** Sets the texts of the announcements. An omitted text stays unchanged. */
  setAnnouncements(words: Partial<StatusAnnouncement>): void
}

/** The maximum time that an announcement waits for the titles of faults. */
const titlesTimeoutMs = 1_500

/**
 * Announces the appliances whose state changed. Includes the titles of faults that load within `titlesTimeoutMs`,
 * because an error must be announced soon. Announces later titles politely, if the appliance still has the fault.
 * Specification 22.5.
 */
export async function announceStateChanges(
  turnedAppliances: readonly Appliance[],
  announcementDependencies: AnnouncementDependencies,
): Promise<void> {
  const { t, setAnnouncements: say, isStill } = announcementDependencies
  const titles = new Map<string, string>()
  const reading = Promise.allSettled(
    turnedAppliances.map(async (each) => collectTitle(each, titles, announcementDependencies)),
  )
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, titlesTimeoutMs))])
  const appliances = turnedAppliances.filter(({ id }) => !titles.has(id))
  say(wordsOf(turnedAppliances, titles, t))
  await reading
  const late = appliances.filter((each) => titles.has(each.id) && isStill(each))
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

function wordsOf(turnedAppliances: readonly Appliance[], titles: Titles, t: Translate): StatusAnnouncement {
  const words = (each: Appliance) => {
    const status = changeSentence(each, t(`appliance.status.${each.applianceStatus}`), t)
    const title = titles.get(each.id)
    return title === undefined ? status : `${status} ${title}.`
  }
  const { urgent = [], polite = [] } = Object.groupBy(turnedAppliances, ({ applianceStatus }) =>
    applianceStatus === 'ERROR' ? 'urgent' : 'polite',
  )
  return { urgent: urgent.map(words).join(' '), polite: polite.map(words).join(' ') }
}

function changeSentence(appliance: Appliance, status: string, t: Translate): string {
  return t('appliance.status-turned', { name: applianceNameOf(appliance, t), status })
}
