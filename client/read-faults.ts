import type { FaultDescription } from '#contract/faults.ts'
import { historyApi } from '#contract/history-api.ts'
import type { Language } from '#contract/languages.ts'
import type { ApiCall } from './api-call.ts'

/** The maximum number of codes in one call. Specification 22.3. */
const codesPerCall = 20

/** Reads the catalogue's descriptions of the faults with these codes. Omits the faults that the catalogue does not have. */
export async function readFaults(
  call: ApiCall,
  codes: readonly string[],
  language: Language,
): Promise<FaultDescription[]> {
  const pieces = Array.from({ length: Math.ceil(codes.length / codesPerCall) }, (_, index) =>
    codes.slice(index * codesPerCall, (index + 1) * codesPerCall),
  )
  const lists = await Promise.all(
    pieces.map(async (piece) => call(historyApi.listFaults, { query: { codes: piece.join(','), language } })),
  )
  return lists.flatMap(({ items }) => items)
}
