import type { BrandSettings } from '#brands/brand.ts'
import type { OpenFile } from '#client/api.ts'
import type { ClientLog } from '#client/logging/client-log.ts'
import type { Interruptions } from './interruptions.ts'
import type { Guards } from './guards.ts'

/** What the routes are made of; main.tsx puts it together. */
export type PageParts = {
  brand: BrandSettings
  guards: Guards
  log: ClientLog
  fetch(url: string, init: RequestInit): Promise<Response>
  openFile: OpenFile
  interruptions: Pick<Interruptions, 'readTerms' | 'loadAgain'>
  /** Loads the state and the effects of exports; what it answers starts them, once. */
  loadExports(): Promise<() => void>
  /** Ends the session; rejects when the portal did not end it. Specification 2.13, "Logout". */
  logOut(): Promise<void>
}
