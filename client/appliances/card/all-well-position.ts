import { createContext, useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { useNow } from '#client/i18n/format.ts'
import type { Appliance } from '../state/appliance.ts'
import { selectAreValuesOutdated } from '../state/freshness.ts'
import { assessRecentEmergency } from '../state/last-emergency.ts'
import { isApplianceWell } from './status-sentence-text.ts'

/**
 * Whether the card says 'All is well.', and where. The sentence is in the line of the chip. If the card has just shown
 * another sentence, 'All is well.' takes the space of that sentence, so that nothing below moves.
 */
type AllWellPosition = {
  isWell: boolean
  /** The sentence that 'All is well.' replaces in the same space; '' if the position is the line of the chip. */
  lastSentence: string
  /** Stores the sentence that the card shows; '' if it shows none. */
  setLastSentence(words: string): void
}

export const AllWellPositionContext = createContext<AllWellPosition>({
  isWell: false,
  lastSentence: '',
  setLastSentence: () => undefined,
})

/**
 * Decides where a card says 'All is well.' While the page is hidden, the sentence moves to the line of the chip, because
 * nobody sees the move.
 */
export function useAllWellPosition(appliance: Appliance): AllWellPosition {
  const isOld = useSelector(selectAreValuesOutdated)
  const isWell = isApplianceWell({ appliance, isOld, lately: assessRecentEmergency(appliance.lastEmergency, useNow()) })
  const [lastSentence, setLastSentence] = useState('')

  useEffect(() => {
    if (!isWell) return undefined
    const moveIfHidden = () => document.visibilityState === 'hidden' && setLastSentence('')
    moveIfHidden()
    document.addEventListener('visibilitychange', moveIfHidden)
    return () => document.removeEventListener('visibilitychange', moveIfHidden)
  }, [isWell])

  return { isWell, lastSentence, setLastSentence }
}
