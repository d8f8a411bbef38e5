import type { BrandSettings } from '#brands/brand.ts'
import type { OpenFile } from '#client/api.ts'
import type { Translation } from '#client/i18n/translation.ts'
import type { ClientLog } from '#client/logging/client-log.ts'
import type { Guards } from '../guards.ts'
import type { InterruptionHandler } from '../interruptions.ts'
import type { LoadEffects } from '../late-effects.ts'

/** The dependencies of the routes. start-app.tsx creates them. */
export type PageRouteDependencies = {
  brand: BrandSettings
  guards: Guards
  log: ClientLog
  /** Loads the texts of a part of the page. */
  addTexts: Translation['extend']
  fetch(url: string, init: RequestInit): Promise<Response>
  openFile: OpenFile
  interruptions: Pick<InterruptionHandler, 'readTerms' | 'loadAgain'>
  loadExports: LoadEffects
  loadNotices: LoadEffects
  /** Discards unsaved forms, and loads another document of this origin. */
  leaveFor(address: string): void
  /**
   * Ends the session. Resolves to false if the portal could not end it; a toast then says so. Specification 2.13,
   * "Logout".
   */
  logOut(): Promise<boolean>
}
