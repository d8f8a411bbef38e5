import * as z from 'zod/mini'
import { parseJson } from '#contract/parse-json.ts'
import { receiptKeysPath } from '#contract/receipts.ts'
import { storeValue, readStoredValue, type ValueStorage } from '#client/stored-values.ts'
import type { ReceiptKey } from './verify-receipt.ts'

export type ReceiptKeyDependencies = {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** The storage for the keys. With stored keys, receipts can be verified without a network. */
  keeping: ValueStorage
}

const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) })

const storageKey = 'receipt-keys'

/**
 * Reads the public keys of receipts. Without a network, or if the answer is not a key set, returns the stored keys; an
 * empty list if no keys are stored. If `isFresh` is set, ignores the browser's cached copy, which may lack a new key.
 */
export async function readReceiptKeys(
  { fetch, keeping }: ReceiptKeyDependencies,
  { isFresh }: { isFresh: boolean },
): Promise<readonly ReceiptKey[]> {
  const text = await keySetText(fetch, isFresh)
  const keys = keysIn(text)
  if (text === null || keys === null) return keysIn(readStoredValue(keeping, storageKey)) ?? []
  storeValue(keeping, storageKey, text)
  return keys
}

async function keySetText(fetch: ReceiptKeyDependencies['fetch'], isFresh: boolean): Promise<string | null> {
  try {
    const response = await fetch(receiptKeysPath, { cache: isFresh ? 'reload' : 'default' })
    return response.ok ? await response.text() : null
  } catch (error) {
    // If there is no network, fetch rejects with a TypeError.
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Parses a key set; null if the text is not a key set. */
function keysIn(text: string | null): readonly ReceiptKey[] | null {
  return text === null ? null : (keySet.safeParse(parseJson(text)).data?.keys ?? null)
}
