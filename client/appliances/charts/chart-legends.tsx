import type { ColourRole } from '#brands/theme.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { type ApplianceStatus, type StatusTone, statusTones } from '#client/ui/status-chip/status-chip.tsx'
import styles from './chart.module.css'

/**
 * The style and name of a chart line. `dash`: the lengths of dashes and gaps in pixels, which make lines
 * distinguishable without colours.
 */
export type ChartLine = { id: string; name: MessageId; colour: `--${ColourRole}`; dash: readonly number[] }

export type LineLegendProps<Line> = {
  lines: readonly Line[]
  /** Returns the text after the name of a line. */
  value?: (line: Line) => string
}

/** Explains the lines of a chart: the style and the name of each line, and a further text by `value`. */
export function LineLegend<Line extends ChartLine>({ lines, value }: LineLegendProps<Line>) {
  const { t } = useTexts()
  return (
    <ul className={styles.keys}>
      {lines.map((line) => (
        <li key={line.id} className={styles.key}>
          <svg width="28" height="12" aria-hidden="true" className={styles.line}>
            <path d="M1 6h26" stroke={`var(${line.colour})`} strokeDasharray={line.dash.join(' ')} />
          </svg>
          {t(line.name)}
          {value && <strong>{value(line)}</strong>}
        </li>
      ))}
    </ul>
  )
}

/** Explains the colours of the status band, for the statuses that occur. */
export function StatusLegend({ statuses }: { statuses: Iterable<ApplianceStatus | null> }) {
  const { t } = useTexts()
  return (
    <ul className={styles.keys}>
      {[...groupStatusesByTone(statuses)].map(([tone, those]) => (
        <li key={tone} className={styles.key}>
          <span className={[styles.swatch, styles[tone]].join(' ')} aria-hidden="true" />
          {those.map((status) => t(`appliance.status.${status}`)).join(', ')}
        </li>
      ))}
    </ul>
  )
}

const order: readonly ApplianceStatus[] = ['ONLINE', 'WORKING', 'WARNING', 'ERROR', 'OFFLINE', 'UNKNOWN']

/** Groups statuses by colour. The good statuses come first. */
export function groupStatusesByTone(statuses: Iterable<ApplianceStatus | null>): Map<StatusTone, ApplianceStatus[]> {
  const present = new Set(statuses)
  return Map.groupBy(
    order.filter((status) => present.has(status)),
    (status) => statusTones[status],
  )
}
