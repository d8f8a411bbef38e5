import { logMessagesPage } from './log-messages.ts'
import { metricsPage } from './metrics.ts'
import { settingsPage } from './settings.ts'

/** Generates the pages of docs/reference that come from the code, by path. */
export function referencePages(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/reference/settings.md', settingsPage()],
    ['docs/reference/metrics.md', metricsPage()],
    ['docs/reference/log-messages.md', logMessagesPage()],
  ])
}
