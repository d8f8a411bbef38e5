import type { BrandSettings } from '#brands/brand.ts'
import type { Translation } from '#client/i18n/translation.ts'
import type { AppServices } from '../app-services.ts'
import type { RouteGuards } from '../guards.ts'

/** The dependencies of the routes. start-app.tsx creates them. */
export type PageRouteDependencies = Pick<AppServices, 'log' | 'fetch' | 'openFile' | 'loadExports' | 'loadNotices'> & {
  brand: BrandSettings
  guards: RouteGuards
  interruptions: Pick<AppServices['interruptions'], 'readTerms' | 'loadAgain'>
  /** Loads the texts of a part of the page. */
  addTexts: Translation['extend']
  /** Discards unsaved forms, and loads another document of this origin. */
  leaveFor(address: string): void
  /**
   * Ends the session. Resolves to false if the portal could not end it; a toast then reports the failure. Specification
   * 2.13, "Logout".
   */
  logOut(): Promise<boolean>
}
