import { historyApi } from '#contract/history-api.ts'
import type { FaultDescription } from '#contract/faults.ts'
import type { Language } from '#contract/languages.ts'
import { createCallThunk, useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { adaptSpelling } from '#contract/adapt-spelling.ts'
import { useLookup } from '#client/use-lookup.ts'

type FaultTextKey = { code: string; language: Language }

const loadFault = createCallThunk<FaultDescription | null, FaultTextKey>(
  'appliances/fault',
  async (faultTextKey, { call }) => {
    const { items } = await call(historyApi.listFaults, {
      query: { codes: faultTextKey.code, language: faultTextKey.language },
    })
    return items[0] ?? null
  },
)

type Dispatch = ReturnType<typeof useCallDispatch>

const descriptions = new Map<string, Promise<FaultDescription | null>>()

/** The cached descriptions. With them, a card is drawn with its fault immediately. */
const answers = new Map<string, FaultDescription | null>()

/** Returns the cached description; undefined if the catalogue has not answered yet. */
export function getCachedFaultDescription({ code, language }: FaultTextKey): FaultDescription | null | undefined {
  return answers.get(`${language} ${code}`)
}

/**
 * Loads the catalogue's description of a fault, and caches it. Returns null if the catalogue does not have the fault.
 * After a failure, the next call tries again.
 *
 * @throws CallFailure
 */
export async function loadFaultDescription(
  dispatch: Dispatch,
  faultTextKey: FaultTextKey,
): Promise<FaultDescription | null> {
  const key = `${faultTextKey.language} ${faultTextKey.code}`
  const asked = descriptions.get(key) ?? dispatch(loadFault(faultTextKey)).unwrap()
  descriptions.set(key, asked)
  asked.then(
    (answer) => answers.set(key, answer),
    () => descriptions.delete(key),
  )
  return asked
}

/** The state of loading a fault description. `description` is null if the catalogue has none. */
export type FaultDescriptionState =
  | { kind: 'loading' }
  | { kind: 'read'; description: FaultDescription | null }
  | { kind: 'failed' }

/** Returns the description of a fault in the reader's language. `retry` repeats a failed load. */
export function useFaultDescription(code: string | null): { reading: FaultDescriptionState; retry(): Promise<void> } {
  const dispatch = useCallDispatch()
  const { language, locale } = useTexts()
  const { answer, retry } = useLookup(code && `${language} ${code}`, async () =>
    code === null ? null : loadFaultDescription(dispatch, { code, language }),
  )
  const cached = code === null ? null : getCachedFaultDescription({ code, language })
  if (answer.kind === 'failed') return { reading: answer, retry }
  const description = answer.kind === 'there' ? answer.value : cached
  const isThere = description !== undefined
  return {
    reading: isThere ? { kind: 'read', description: adaptSpelling(locale, description) } : { kind: 'loading' },
    retry,
  }
}
