import { useEffect, useState } from 'react'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { Appliance } from './appliance.ts'
import type { Day } from './readings/day-line/day.ts'
import { useKeptDay } from './readings/day-line/kept-days.ts'

/** Whether the appliance reported an emergency in the last 24 hours, as far as the page knows. */
export type Lately = 'emergency' | 'none' | 'unknown'

const dayMs = 24 * 60 * 60_000

/** When the page last received an emergency, by appliance, in epoch ms: the day that was read may be older. */
const heard = new Map<string, number>()

/** `isEmergency`: whether the fault reported now is an emergency. `now` in epoch ms. */
export function useLately({ id, statusSince }: Appliance, isEmergency: boolean, now: number): Lately {
  const day = useKeptDay(id)
  const emergencies = useEmergencies(day && codesOf(day))
  useEffect(() => {
    if (isEmergency) heard.set(id, now)
  }, [id, isEmergency, now])
  return latelyOf({ statusSince, heardAt: heard.get(id) ?? null, day, emergencies, now })
}

type LatelyInput = Pick<Appliance, 'statusSince'> & {
  heardAt: number | null
  day: Pick<Day, 'faults'> | null
  /** The codes of the day that the catalogue marks as emergencies; null until it has answered. */
  emergencies: ReadonlySet<string> | null
  now: number
}

/**
 * If the status is older than 24 hours, there was no emergency since; if it is newer, it may have begun when an
 * emergency ended.
 */
export function latelyOf({ statusSince, heardAt, day, emergencies, now }: LatelyInput): Lately {
  const begin = now - dayMs
  if (heardAt !== null && heardAt > begin) return 'emergency'
  const codes = day?.faults.filter(({ to }) => to === null || to > begin).map(({ code }) => code) ?? []
  if (codes.some((code) => code !== null && emergencies?.has(code))) return 'emergency'
  if (day !== null && (emergencies !== null || codes.length === 0)) return 'none'
  return statusSince !== null && Date.parse(statusSince) < begin ? 'none' : 'unknown'
}

function codesOf({ faults }: Day): readonly string[] {
  return [...new Set(faults.flatMap(({ code }) => code ?? []))]
}

/** Those of `codes` that the catalogue marks as emergencies; null until it has answered. */
function useEmergencies(codes: readonly string[] | null): ReadonlySet<string> | null {
  const dispatch = useCallDispatch()
  const { language } = useTexts()
  const [answered, setAnswered] = useState<{ key: string; emergencies: ReadonlySet<string> } | null>(null)
  const key = codes?.join(' ') ?? ''

  useEffect(() => {
    if (key === '') return undefined
    let isWanted = true
    const read = async () => {
      const { describeFault } = await import('./faults/fault-catalogue.ts')
      const asked = key.split(' ').map(async (code) => describeFault(dispatch, { code, language }))
      return (await Promise.all(asked)).flatMap((fault) => (fault?.emergency ? fault.code : []))
    }
    read().then(
      (found) => isWanted && setAnswered({ key, emergencies: new Set(found) }),
      // On an error the result stays null, so that the sentence does not say that all is well.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [dispatch, language, key])

  return answered?.key === key ? answered.emergencies : null
}
