import { Refusal } from '#server/http/refusals.ts'
import { mayExportData } from '../policy.ts'
import type { Holder, Owner } from '../store.ts'

/** Lets nobody but the owner go on. Specification 15.1. @throws Refusal `not-found` to strangers, `not-owner` to a viewer */
export function asOwner(holder: Holder | null | undefined): Owner {
  if (!holder) throw new Refusal('not-found')
  if (!mayExportData(holder)) throw new Refusal('not-owner')
  return holder
}
