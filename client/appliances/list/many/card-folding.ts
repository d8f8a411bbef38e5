import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { getBrowserStorage } from '#client/browser-storage.ts'

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
  try {
    return choices.parse(JSON.parse(storage.getItem(storageKey) ?? '{}'))
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError || error instanceof z.core.$ZodError) return {}
    throw error
  }
}

/** Stores the choices. If the browser blocks storage, the choices last until the page is closed. */
export function writeFoldingChoices(storage: Pick<Storage, 'setItem'>, chosen: FoldingChoices): void {
  try {
    storage.setItem(storageKey, JSON.stringify(chosen))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
