import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { parseJson } from '#contract/parse-json.ts'
import { getBrowserStorage } from '#client/browser-storage.ts'
import { readStoredValue, storeValue } from '#client/stored-values.ts'

const storageKey = 'folding'

/** For each appliance id, whether the person unfolded the card. */
const choices = z.record(z.string(), z.boolean())

export type FoldingChoices = z.infer<typeof choices>

export type CardFolding = { chosen: FoldingChoices; choose(id: string, isUnfolded: boolean): void }

/**
 * Returns which cards the person folded or unfolded, and the function that changes this choice. The browser tab stores
 * the choices. Specification 2.6.
 */
export function useCardFolding(): CardFolding {
  const [chosen, setChosen] = useState(() => readFoldingChoices(getBrowserStorage('sessionStorage')))
  useEffect(() => writeFoldingChoices(getBrowserStorage('sessionStorage'), chosen), [chosen])
  const choose = useCallback(
    (id: string, isUnfolded: boolean) => setChosen((before) => ({ ...before, [id]: isUnfolded })),
    [],
  )
  return { chosen, choose }
}

/** Reads the stored choices. Returns no choices if they are unreadable or the browser blocks storage. */
export function readFoldingChoices(storage: Pick<Storage, 'getItem'>): FoldingChoices {
  return choices.safeParse(parseJson(readStoredValue(storage, storageKey) ?? '{}')).data ?? {}
}

/** Stores the choices. If the browser blocks storage, the choices last until the page is closed. */
export function writeFoldingChoices(storage: Pick<Storage, 'setItem'>, chosen: FoldingChoices): void {
  storeValue(storage, storageKey, JSON.stringify(chosen))
}
