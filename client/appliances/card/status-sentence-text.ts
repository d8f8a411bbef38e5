import type { FaultDescription } from '#contract/faults.ts'
import { formatMoment } from '#client/i18n/format.ts'
import type { Translate } from '#client/i18n/message-types.ts'
import { type Appliance, type ApplianceFault, isWaitingForFirstReport } from '../state/appliance.ts'
import type { RecentEmergency } from '../state/last-emergency.ts'
import type { HeaterState } from '../readings/current-work.ts'

/** The fields of a fault description that the sentence uses. */
export type CataloguedFaultWords = Pick<FaultDescription, 'title' | 'emergency' | 'language'>

export type StatusSentenceOptions = {
  appliance: Pick<Appliance, 'applianceStatus' | 'statusSince' | 'fault'>
  /** Whether the shown data is old. */
  isOld: boolean
  /** The catalogue's description of the fault; null while the catalogue loads, and if it does not have the code. */
  catalogued: CataloguedFaultWords | null
  power: HeaterState
  lately: RecentEmergency
  /** The present time in epoch ms. */
  now: number
  locale: string
  timeZone?: string | undefined
  t: Translate
}

/** A part of a sentence. The catalogue's title of a fault is a separate part, with its language. */
export type SentencePart = string | Pick<CataloguedFaultWords, 'title' | 'language'>

/**
 * Describes the state of an appliance in one sentence, as a person would say it: 'All is well.' The chip above the
 * sentence has the status and its time.
 *
 * The sentence says 'well' only if the data is current, the status is ONLINE or WORKING, and there is no fault. It
 * must also be certain that no emergency occurred in the last 24 hours.
 *
 * In an emergency there is no sentence, because people must first leave the house. Specification 2.6.
 */
export function statusSentenceOf(input: StatusSentenceOptions): readonly SentencePart[] {
  const { appliance, isOld, t } = input
  const { applianceStatus: status, fault } = appliance
  if (isOld) return [t('sentence.old', { status: t(`appliance.status.${status}`) })]
  if (status === 'OFFLINE') return [t('sentence.offline')]
  if (fault !== null || status === 'ERROR' || status === 'WARNING') return faultSentence(input)
  // The space for the first values already says that there are no values.
  if (isWaitingForFirstReport(appliance)) return []
  if (status === 'UNKNOWN') return [t('sentence.unknown')]
  return [wellSentence(input)]
}

/** Whether the sentence is 'All is well.' The card shows that sentence next to the chip. */
export function isApplianceWell({
  appliance,
  isOld,
  lately,
}: Pick<StatusSentenceOptions, 'appliance' | 'isOld' | 'lately'>): boolean {
  const { applianceStatus: status, fault } = appliance
  return !isOld && fault === null && lately === 'none' && (status === 'ONLINE' || status === 'WORKING')
}

/** Whether the message about a claim already says the same as the sentence would. A card states its condition once. */
export function isCoveredByClaimMessage({
  applianceStatus: status,
  fault,
}: StatusSentenceOptions['appliance']): boolean {
  return fault === null && (status === 'OFFLINE' || status === 'UNKNOWN')
}

function wellSentence({
  appliance: { applianceStatus, statusSince },
  lately,
  now,
  locale,
  timeZone,
  t,
}: StatusSentenceOptions): string {
  // After a detector's alarm has ended, people who come home must not read 'All is well.'
  if (lately === 'emergency') return t('sentence.alarm-over')
  if (lately !== 'unknown') return t('sentence.well')
  const status = t(`appliance.status.${applianceStatus}`)
  if (statusSince === null) return `${status}.`
  const time = formatMoment(Date.parse(statusSince), now, { locale, timeZone })
  return `${t('appliance.status-since', { status, time })}.`
}

function faultSentence(input: StatusSentenceOptions): readonly SentencePart[] {
  const { catalogued, power, t } = input
  const level = levelOf(input.appliance)
  if (catalogued?.emergency) return []
  const sentence = namedFault(input.appliance.fault, level, input)
  // In the status ERROR, readings from before the fault must not suggest that the heating works.
  if (power === 'on' && level === 'WARNING') return [...sentence, ` ${t('sentence.on')}`]
  if (power === 'off' && level === 'ERROR') return [...sentence, ` ${t('sentence.off')}`]
  return sentence
}

type Level = 'ERROR' | 'WARNING' | 'NOTE'

/** Returns the level of the message. Without the status ERROR or WARNING, a fault without a severity is only a note. */
function levelOf({ applianceStatus, fault }: StatusSentenceOptions['appliance']): Level {
  if (applianceStatus === 'ERROR' || applianceStatus === 'WARNING') return applianceStatus
  return fault?.severity ?? 'NOTE'
}

function namedFault(
  fault: ApplianceFault | null,
  level: Level,
  { catalogued, t }: Pick<StatusSentenceOptions, 'catalogued' | 't'>,
): readonly SentencePart[] {
  const code = fault?.code ?? null
  if (code === null) return [t(`sentence.no-code.${level === 'NOTE' ? 'WARNING' : level}`)]
  const name = t(`sentence.fault.${level}`, { code })
  if (catalogued === null) return [`${name}.`]
  const [before = '', after = ''] = t('sentence.titled', { fault: name, title: slot }).split(slot)
  return [before, { title: catalogued.title.replace(/[.!]+$/u, ''), language: catalogued.language }, after]
}

/** The placeholder for the fault's title, which gets its own markup. */
const slot = '\u{FFFC}'
