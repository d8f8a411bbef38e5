import { type ReactNode, useId } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ErrorIcon, WarningIcon } from '#client/icons/status-icons.tsx'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import type { Appliance, ApplianceFault } from '../appliance.ts'
import { useFaultDescription } from './fault-catalogue.ts'
import { FaultContact } from './fault-contact.tsx'
import styles from './fault-panel.module.css'
import { type FaultWords, faultWords } from './fault-words.ts'

export { loadFaultTexts } from '#client/i18n/fault-texts.ts'

export type FaultPanelProps = { appliance: Appliance; fault: ApplianceFault }

/** A fault in words: what it means, what to do, whom to call. Specification 22.5. */
export function FaultPanel({ appliance, fault }: FaultPanelProps) {
  const { t } = useTexts()
  const { reading, retry } = useFaultDescription(fault.code)
  if (reading.kind === 'loading') return null
  const words = faultWords(fault, reading.kind === 'read' ? reading.description : null, t)
  return (
    <FaultRegion words={words} fault={fault} isOffline={appliance.applianceStatus === 'OFFLINE'}>
      {reading.kind === 'failed' && <FailureCallout onRetry={retry}>{t('fault.failed')}</FailureCallout>}
      <FaultContact service={appliance.service} isEmergency={words.emergency} />
    </FaultRegion>
  )
}

type FaultRegionProps = { words: FaultWords; fault: ApplianceFault; isOffline: boolean; children: ReactNode }

/** What is said of a fault, and below it whatever goes with it. */
export function FaultRegion({ words, fault, isOffline, children }: FaultRegionProps) {
  const { t, language } = useTexts()
  const titleId = useId()
  const { title, emergency } = words
  const isError = emergency || fault.severity === 'ERROR'
  const Answers = emergency ? EmergencyAnswers : UsualAnswers
  return (
    <section
      className={[styles.panel, styles[toneOf(isError, emergency)]].join(' ')}
      aria-labelledby={titleId}
      lang={words.language === language ? undefined : words.language}
    >
      <div className={styles.heading}>
        {isError ? <ErrorIcon /> : <WarningIcon />}
        <h3 id={titleId}>{title}</h3>
      </div>
      <Answers words={words} />
      {children}
      {fault.code !== null && <p className={styles.small}>{t('fault.code', { code: fault.code })}</p>}
      {isOffline && <p className={styles.small}>{t('fault.offline')}</p>}
    </section>
  )
}

function toneOf(isError: boolean, emergency: boolean): 'emergency' | 'error' | 'warning' {
  if (emergency) return 'emergency'
  return isError ? 'error' : 'warning'
}

function UsualAnswers({ words: { meaning, heating, selfHelp, call } }: { words: FaultWords }) {
  const { t } = useTexts()
  return (
    <>
      <p>{meaning}</p>
      <dl className={styles.answers}>
        <Answer question={t('fault.heating')}>{heating}</Answer>
        <Answer question={t('fault.self-help')}>
          <Steps steps={selfHelp} />
        </Answer>
        <Answer question={t('fault.call')}>{call}</Answer>
      </dl>
    </>
  )
}

/** First out of the house, then the telephone, then everything else. */
function EmergencyAnswers({ words: { meaning, heating, selfHelp, call } }: { words: FaultWords }) {
  const { t } = useTexts()
  return (
    <>
      <p className={styles.first}>{t('fault.emergency')}</p>
      <Steps steps={selfHelp} />
      <p>{call}</p>
      <a className={styles.emergencyCall} href="tel:112">
        {t('fault.emergency.call')}
      </a>
      <dl className={styles.answers}>
        <Answer question={t('fault.meaning')}>{meaning}</Answer>
        <Answer question={t('fault.heating')}>{heating}</Answer>
      </dl>
    </>
  )
}

function Answer({ question, children }: { question: string; children: ReactNode }) {
  return (
    <div>
      <dt>{question}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Steps({ steps }: { steps: readonly string[] }) {
  if (steps.length === 1) return <p>{steps[0]}</p>
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
