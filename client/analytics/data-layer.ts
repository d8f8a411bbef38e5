import type { DataLayer } from './analytics.ts'

declare global {
  interface Window {
    /** Where the brand's analytics script is on the page. Decisions 8. */
    dataLayer?: DataLayer
  }
}
