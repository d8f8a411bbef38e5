import { type ReactNode, useState } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import styles from './chart.module.css'

/** A chart in figures, for who cannot see the picture, or wants them: a button, and the table that it shows. */
export function ChartTablePart({ children }: { children: ReactNode }) {
  const { t } = useTexts()
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles.tablePart}>
      <Button variant="quiet" isExpanded={isShown} onPress={() => setShown(!isShown)}>
        {t(isShown ? 'data-export.chart.hide-table' : 'data-export.chart.show-table')}
      </Button>
      {isShown && (
        <div className={styles.table} {...scrolling} aria-label={t('data-export.chart.title')}>
          {children}
        </div>
      )}
    </div>
  )
}

/** What scrolls must be reached by the keyboard. */
const scrolling = { tabIndex: 0, role: 'group' } as const
