import { useState } from 'react'
import type { HistoryFaultPeriod } from '#contract/history.ts'
import { faultPath } from '#contract/pages.ts'
import { useCallDependencies } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { adaptSpelling } from '#contract/adapt-spelling.ts'
import { readFaults } from '#client/read-faults.ts'
import { ErrorIcon, WarningIcon } from '#client/icons/status-icons.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { useLookup } from '#client/use-lookup.ts'
import text from '#client/styles/text.module.css'
import styles from './history.module.css'
import { formatTimeSpan } from './point-words.ts'

const shownAtFirst = 20

/** Lists the faults with their times, newest first. The titles come from the fault catalogue. */
export function HistoryFaults({ applianceId, faults }: { applianceId: string; faults: readonly HistoryFaultPeriod[] }) {
  const { t } = useTexts()
  const [isWhole, setWhole] = useState(false)
  const shownFaults = isWhole ? faults : faults.slice(0, shownAtFirst)
  const titles = useFaultTitles(shownFaults)
  if (faults.length === 0) return <p className={text.small}>{t('history.faults.none')}</p>
  return (
    <>
      <ul className={styles.faults}>
        {shownFaults.map((fault) => (
          <Fault
            key={`${fault.from} ${fault.code}`}
            applianceId={applianceId}
            fault={fault}
            title={titles.get(fault.code ?? '')}
          />
        ))}
      </ul>
      {shownFaults.length < faults.length && (
        <Button variant="secondary" onPress={() => setWhole(true)}>
          {t('history.faults.all')}
        </Button>
      )}
    </>
  )
}

type FaultProps = { applianceId: string; fault: HistoryFaultPeriod; title: string | undefined }

function Fault({ applianceId, fault, title }: FaultProps) {
  const { t, locale } = useTexts()
  const { code, severity, from, to } = fault
  const isError = severity === 'ERROR'
  return (
    <li className={styles.fault}>
      <span className={isError ? styles.errorIcon : styles.warningIcon}>
        {isError ? <ErrorIcon size={22} /> : <WarningIcon size={22} />}
      </span>
      <div>
        <p className={text.strong}>
          {code === null ? plainTitle() : <Link href={faultPath(applianceId, code)}>{title ?? plainTitle()}</Link>}
        </p>
        <p className={text.small}>
          {[t(`appliance.status.${severity}`), title !== undefined && code].filter(Boolean).join(' · ')}
        </p>
      </div>
      <p className={styles.faultTime}>
        {formatTimeSpan(Date.parse(from), to === null ? null : Date.parse(to), { t, locale })}
      </p>
    </li>
  )

  function plainTitle(): string {
    return code === null ? t(`fault.title.${severity}`) : t('fault.title.code', { code })
  }
}

/**
 * Returns the catalogue's titles of these faults by code. The titles are empty until they are loaded, and the list then
 * shows the codes.
 */
function useFaultTitles(faults: readonly HistoryFaultPeriod[]): ReadonlyMap<string, string> {
  const { call } = useCallDependencies()
  const { language, locale } = useTexts()
  const codes = [...new Set(faults.flatMap(({ code }) => (code === null ? [] : [code])))].toSorted()
  const question = codes.length === 0 ? null : `${language} ${codes.join()}`
  const { answer } = useLookup(question, async () => readFaults(call, codes, language))
  if (answer.kind !== 'there') return new Map()
  return new Map(adaptSpelling(locale, answer.value).map(({ code, title }) => [code, title]))
}
