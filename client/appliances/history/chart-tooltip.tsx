import styles from './history.module.css'
import type { PointTexts } from './point-words.ts'

/** The width of the tooltip in CSS pixels. */
const tooltipWidth = 220

/**
 * Shows the values of the point under the pointer, on the side of the point with more space. `left`: the position of
 * the point; `width`: the width of the chart; both in CSS pixels.
 */
export function ChartTooltip({ said, left, width }: { said: PointTexts; left: number; width: number }) {
  const isRight = left > width / 2
  const offset = isRight
    ? Math.max(0, left - tooltipWidth - 12)
    : Math.min(left + 12, Math.max(0, width - tooltipWidth))
  return (
    <div className={styles.tooltip} style={{ insetInlineStart: offset, width: tooltipWidth }} aria-hidden="true">
      <p className={styles.tooltipMoment}>
        {said.moment}
        {said.status !== null && ` · ${said.status}`}
      </p>
      {said.faults.map((fault) => (
        <p key={fault} className={styles.tooltipFault}>
          {fault}
        </p>
      ))}
      <dl>
        {said.values.map(({ id, name, value }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
