import { use, useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useCallDependencies } from '#client/call-thunk.ts'
import { useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useLookup } from '#client/use-lookup.ts'
import { adaptSpelling } from '#contract/adapt-spelling.ts'
import type { Appliance } from '../state/appliance.ts'
import { selectAreValuesOutdated } from '../state/freshness.ts'
import { assessRecentEmergency } from '../state/last-emergency.ts'
import { assessHeaterState, omitStaleHeaterReadings } from '../readings/current-work.ts'
import { selectReadings, type WithReadings } from '../readings/readings-slice.ts'
import { lazyFaultPanel } from '../lazy-fault-panel.ts'
import { AllWellPositionContext } from './all-well-position.ts'
import { type CataloguedFaultWords, isCoveredByClaimMessage, statusSentenceOf } from './status-sentence-text.ts'
import styles from './status-sentence.module.css'

/** `isJustConnected`: whether the card shows the message about the claim. */
export type StatusSentenceProps = { appliance: Appliance; isJustConnected: boolean }

/**
 * The state of the appliance as a sentence. Shows nothing if the frame says that all is well, or if the message about
 * the claim says the same. Also shows nothing in an emergency, because the fault panel comes first. Specification 2.6.
 */
export function StatusSentence({ appliance, isJustConnected }: StatusSentenceProps) {
  const { t, locale, timeZone, language } = useTexts()
  const isOld = useSelector(selectAreValuesOutdated)
  const readings = useSelector((state: WithReadings) => selectReadings(state, appliance.id))
  const cataloguedFault = useCataloguedFault(appliance.fault?.code ?? null)
  const power = readings
    ? assessHeaterState(omitStaleHeaterReadings(readings, appliance), appliance.applianceType)
    : 'unknown'
  const now = useNow()
  const lately = assessRecentEmergency(appliance.lastEmergency, now)
  const parts = statusSentenceOf({
    appliance,
    isOld,
    catalogued: cataloguedFault,
    power,
    lately,
    now,
    locale,
    timeZone,
    t,
  })
  const words = parts.map((part) => (typeof part === 'string' ? part : part.title)).join('')
  const isSilent = words === '' || (!isOld && isJustConnected && isCoveredByClaimMessage(appliance))
  const { isWell, lastSentence, setLastSentence } = use(AllWellPositionContext)

  useEffect(() => {
    if (!isWell) setLastSentence(isSilent ? '' : words)
  }, [isWell, isSilent, words, setLastSentence])

  useEffect(() => () => setLastSentence(''), [setLastSentence])

  if (isSilent || (isWell && lastSentence === '')) return null
  return (
    <p className={styles.sentence} data-last={isWell ? lastSentence : undefined}>
      {/* The span has a key, because a browser counts words that replace others in the same element as moved ones. */}
      <span key={words}>
        {parts.map((part) =>
          typeof part === 'string' ? (
            part
          ) : (
            <span key={part.title} lang={part.language === language ? undefined : part.language}>
              {part.title}
            </span>
          ),
        )}
      </span>
    </p>
  )
}

/**
 * Returns the catalogue's description of a fault. Null while the catalogue loads, if it does not have the fault, and if
 * the fault has no code.
 */
function useCataloguedFault(code: string | null): CataloguedFaultWords | null {
  const { call } = useCallDependencies()
  const { language, locale } = useTexts()
  // The panel below the sentence reports a failed load.
  const { answer } = useLookup(code && `${language} ${code}`, async () => {
    const { loadFaultDescription } = await import('../faults/fault-catalogue.ts')
    return code === null ? null : loadFaultDescription(call, { code, language })
  })
  if (code === null) return null
  const description = answer.kind === 'there' ? answer.value : lazyFaultPanel.described(code, language)
  return adaptSpelling(locale, description ?? null)
}
