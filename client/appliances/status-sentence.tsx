import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { spelledFor } from '#contract/spelling.ts'
import type { Appliance } from './appliance.ts'
import { selectIsOld } from './freshness.ts'
import { useLately } from './lately.ts'
import { powerOf, readingsUnder } from './readings/activity.ts'
import { selectReadings, type WithReadings } from './readings/readings-slice.ts'
import { faultPart } from './fault-part.ts'
import { type KnownFault, sentenceOf } from './sentence.ts'
import styles from './status-sentence.module.css'

/** How the appliance is, in a sentence; nothing where the fault's own words come first. Specification 2.6. */
export function StatusSentence({ appliance }: { appliance: Appliance }) {
  const { t, locale, timeZone, language } = useTexts()
  const isOld = useSelector(selectIsOld)
  const readings = useSelector((state: WithReadings) => selectReadings(state, appliance.id))
  const known = useKnownFault(appliance.fault?.code ?? null)
  const power = readings ? powerOf(readingsUnder(readings, appliance), appliance.applianceType) : 'unknown'
  const now = useNow()
  const lately = useLately(appliance, known?.emergency ?? false, now)
  const parts = sentenceOf({ appliance, isOld, known, power, lately, now, locale, timeZone, t })
  if (parts.length === 0) return null
  return (
    <p className={styles.sentence}>
      {parts.map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <span key={part.title} lang={part.language === language ? undefined : part.language}>
            {part.title}
          </span>
        ),
      )}
    </p>
  )
}

/** What the catalogue calls a fault; null until it is known, and where there is none. */
function useKnownFault(code: string | null): KnownFault | null {
  const dispatch = useCallDispatch()
  const { language, locale } = useTexts()
  const [answered, setAnswered] = useState<{ key: string; known: KnownFault | null } | null>(null)
  const key = `${language} ${code}`

  useEffect(() => {
    if (code === null) return undefined
    let isWanted = true
    const read = async () => {
      const { describeFault } = await import('./faults/fault-catalogue.ts')
      return describeFault(dispatch, { code, language })
    }
    read().then(
      (known) => isWanted && setAnswered({ key, known: spelledFor(locale, known) }),
      // That the catalogue does not come is told below the sentence.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [dispatch, code, language, locale, key])

  if (answered?.key === key) return answered.known
  return code === null ? null : spelledFor(locale, faultPart.described(code, language) ?? null)
}
