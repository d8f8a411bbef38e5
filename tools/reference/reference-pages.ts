import { renderLogMessagesPage } from './log-messages-page.ts'
import { renderMetricsPage } from './metrics-page.ts'
import { renderSettingsPage } from './settings-page.ts'

/** Generates the pages of docs/reference that come from the code, by path. */
export function renderReferencePages(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/reference/settings.md', renderSettingsPage()],
    ['docs/reference/metrics.md', renderMetricsPage()],
    ['docs/reference/log-messages.md', renderLogMessagesPage()],
  ])
}
