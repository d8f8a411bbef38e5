import { logMessagesPage } from './log-messages.ts'
import { metricsPage } from './metrics.ts'
import { settingsPage } from './settings.ts'

/** The pages of docs/reference that are written from the code, by their paths. */
export function referencePages(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/reference/settings.md', settingsPage()],
    ['docs/reference/metrics.md', metricsPage()],
    ['docs/reference/log-messages.md', logMessagesPage()],
  ])
}
