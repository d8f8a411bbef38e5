import type { BrandSettings } from '#brands/brand.ts'
import type { FileOpener } from '#client/api-call.ts'
import type { Translation } from '#client/i18n/translation.ts'
import type { ClientLog } from '#client/logging/client-log.ts'
import type { RouteGuards } from '../guards.ts'
import type { InterruptionHandler } from '../interruptions.ts'
import type { EffectLoader } from '../effect-loaders.ts'

/** The dependencies of the routes. start-app.tsx creates them. */
export type PageRouteDependencies = {
  brand: BrandSettings
  guards: RouteGuards
  log: ClientLog
  /** Loads the texts of a part of the page. */
  addTexts: Translation['extend']
  fetch(url: string, init: RequestInit): Promise<Response>
  openFile: FileOpener
  interruptions: Pick<InterruptionHandler, 'readTerms' | 'loadAgain'>
  loadExports: EffectLoader
  loadNotices: EffectLoader
  /** Discards unsaved forms, and loads another document of this origin. */
  leaveFor(address: string): void
  /**
   * Ends the session. Resolves to false if the portal could not end it; a toast then reports the failure. Specification
   * 2.13, "Logout".
   */
  logOut(): Promise<boolean>
}
