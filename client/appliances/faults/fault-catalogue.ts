import type { FaultDescription } from '#contract/faults.ts'
import type { Language } from '#contract/languages.ts'
import type { ApiCall } from '#client/api-call.ts'
import { useCallDependencies } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { adaptSpelling } from '#contract/adapt-spelling.ts'
import { readFaults } from '#client/read-faults.ts'
import { useLookup } from '#client/use-lookup.ts'

type FaultTextKey = { code: string; language: Language }

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
 * @throws CallError
 */
export async function loadFaultDescription(
  call: ApiCall,
  { code, language }: FaultTextKey,
): Promise<FaultDescription | null> {
  const key = `${language} ${code}`
  const asked = descriptions.get(key) ?? readFaults(call, [code], language).then(([fault]) => fault ?? null)
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
  const { call } = useCallDependencies()
  const { language, locale } = useTexts()
  const { answer, retry } = useLookup(code && `${language} ${code}`, async () =>
    code === null ? null : loadFaultDescription(call, { code, language }),
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
