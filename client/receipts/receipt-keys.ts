import * as z from 'zod/mini'
import { receiptKeysPath } from '#contract/receipts.ts'
import { keep, readKept, type ValueStorage } from '#client/kept-values.ts'
import type { ReceiptKey } from './verify-receipt.ts'

export type KeyDependencies = {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Keeps the keys for a visit without network. */
  keeping: ValueStorage
}

const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) })

const storageKey = 'receipt-keys'

/**
 * Reads the public keys of receipts; without network those of the last visit, none if there was none. `isFresh` does not
 * accept the browser's copy, which can be older than the newest key.
 */
export async function readReceiptKeys(
  { fetch, keeping }: KeyDependencies,
  { isFresh }: { isFresh: boolean },
): Promise<readonly ReceiptKey[]> {
  const text = await keySetText(fetch, isFresh)
  if (text !== null) keep(keeping, storageKey, text)
  return keysIn(text ?? readKept(keeping, storageKey))
}

async function keySetText(fetch: KeyDependencies['fetch'], isFresh: boolean): Promise<string | null> {
  try {
    const response = await fetch(receiptKeysPath, { cache: isFresh ? 'reload' : 'default' })
    return response.ok ? await response.text() : null
  } catch (error) {
    // fetch rejects with a TypeError if there is no network.
    if (error instanceof TypeError) return null
    throw error
  }
}

function keysIn(text: string | null): readonly ReceiptKey[] {
  if (text === null) return []
  try {
    const parsed = keySet.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.keys : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
