import { useMemo, useState } from 'react'
import type { History } from '#contract/history.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ChevronIcon } from '#client/icons/action-icons.tsx'
import { Button } from '#client/ui/button/button.tsx'
import text from '#client/styles/text.module.css'
import { type KeyFigure, computeKeyFigures, computeInstallerKeyFigures } from './key-figures.ts'
import styles from './history.module.css'

/** Shows a period as key figures, such as the lowest temperature and the working time. Specification 24.3. */
export function HistoryKeyFigures({ history }: { history: History }) {
  const { t, locale } = useTexts()
  const figures = useMemo(() => computeKeyFigures(history, { t, locale }), [history, t, locale])
  return (
    <div>
      <Figures figures={figures} />
      <MoreFigures history={history} />
    </div>
  )
}

/** Figures that installers need, hidden until the person presses a button. */
function MoreFigures({ history }: { history: History }) {
  const { t, locale } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const figures = useMemo(() => computeInstallerKeyFigures(history, { t, locale }), [history, t, locale])
  if (figures.length === 0) return null
  return (
    <div className={styles.more}>
      <Button variant="quiet" icon={<ChevronIcon size={18} />} isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {t('readings.more')}
      </Button>
      {isOpen && <Figures figures={figures} />}
    </div>
  )
}

function Figures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ id, name, value, hint }) => (
        <div key={id} className={styles.oneFigure}>
          <dt>{name}</dt>
          <dd>
            <span className={styles.value}>{value}</span>
            {hint !== undefined && <span className={text.small}>{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
