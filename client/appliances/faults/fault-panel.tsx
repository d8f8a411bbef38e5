import { type ReactNode, useId } from 'react'
import { useSelector } from 'react-redux'
import type { Language } from '#contract/languages.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ErrorIcon, WarningIcon } from '#client/icons/status-icons.tsx'
import { useControlSubjectId } from '#client/interaction/control-subject.ts'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { useCardSettings } from '../card-settings.tsx'
import type { Appliance, ApplianceFault } from '../state/appliance.ts'
import { selectAreValuesOutdated } from '../state/freshness.ts'
import { useFaultDescription } from './fault-catalogue.ts'
import { FaultContact, chooseFirstCallee, MainCallLink } from './fault-contact.tsx'
import styles from './fault-panel.module.css'
import { type FaultWords, faultWordsOf } from '#contract/fault-words.ts'
import { faultPath } from '#contract/pages.ts'

export type FaultPanelProps = { appliance: Appliance; fault: ApplianceFault }

/** Explains a fault: its meaning, what to do, whom to call. Specification 22.5. */
export function FaultPanel({ appliance, fault }: FaultPanelProps) {
  const { t } = useTexts()
  const { brand } = useCardSettings()
  const { reading, retry } = useFaultDescription(fault.code)
  const isOffline = appliance.applianceStatus === 'OFFLINE'
  const isNamedAbove = !useSelector(selectAreValuesOutdated) && !isOffline
  if (reading.kind === 'loading') return null
  const words = faultWordsOf(fault, reading.kind === 'read' ? reading.description : null, t)
  const callee = chooseFirstCallee(appliance.service, brand)
  const call = callee && <MainCallLink callee={callee} />
  return (
    <FaultRegion words={words} fault={fault} isOffline={isOffline} isNamedAbove={isNamedAbove} call={call}>
      {reading.kind === 'failed' && <FailureCallout onRetry={retry}>{t('fault.failed')}</FailureCallout>}
      {/* In an emergency the card shows only the number 112. The page of the fault says who must check the appliance afterwards. */}
      {!words.emergency && (
        <FaultContact service={appliance.service} brand={brand} position={callee ? 'below-call' : 'first'} />
      )}
      {fault.code !== null && (
        <p className={styles.ways}>
          <Link href={faultPath(appliance.id, fault.code)}>{t('fault.more')}</Link>
        </p>
      )}
    </FaultRegion>
  )
}

type FaultRegionProps = {
  words: FaultWords
  fault: ApplianceFault
  isOffline: boolean
  /** Whether the card's sentence names the fault. The title is then visually hidden, except in an emergency. */
  isNamedAbove?: boolean
  /**
   * On a `page`, the title is the page's heading. A fault that is over (`page-of-past`) has no alarm colour, except an
   * emergency.
   */
  page?: 'card' | 'page' | 'page-of-past'
  /** The telephone link, which is shown after the first step. An emergency has its own link. */
  call?: ReactNode
  children: ReactNode
}

/** Shows the texts of a fault, with `children` below them. */
export function FaultRegion({
  words,
  fault,
  isOffline,
  isNamedAbove = false,
  page = 'card',
  call = null,
  children,
}: FaultRegionProps) {
  const { t } = useTexts()
  const titleId = useId()
  const cardId = useControlSubjectId()
  const { title, emergency } = words
  const lang = useLanguageOf(words)
  const isError = emergency || fault.severity === 'ERROR'
  const Answers = emergency ? EmergencyAnswers : DefaultAnswers
  return (
    <section
      className={[styles.panel, styles[toneOf(isError, emergency, page)]].join(' ')}
      {...(page === 'card'
        ? { 'aria-labelledby': [titleId, cardId].filter(Boolean).join(' ') }
        : { 'aria-label': title })}
    >
      {page === 'card' && (
        <div className={styles.heading} data-visually-hidden={(isNamedAbove && !emergency) || undefined}>
          {isError ? <ErrorIcon /> : <WarningIcon />}
          <h3 id={titleId} lang={lang}>
            {title}
          </h3>
        </div>
      )}
      <Answers words={words} isOver={page === 'page-of-past'} mainCall={call} />
      {children}
      {fault.code !== null && <p className={styles.small}>{t('fault.code', { code: fault.code })}</p>}
      {isOffline && <p className={styles.small}>{t('fault.offline')}</p>}
    </section>
  )
}

/** Returns the language of the catalogue's texts if it differs from that of the page. */
function useLanguageOf({ language: spoken }: FaultWords): Language | undefined {
  const { language } = useTexts()
  return spoken === language ? undefined : spoken
}

function toneOf(
  isError: boolean,
  emergency: boolean,
  page: FaultRegionProps['page'],
): 'emergency' | 'past' | 'error' | 'warning' {
  if (emergency) return 'emergency'
  if (page === 'page-of-past') return 'past'
  return isError ? 'error' : 'warning'
}

type AnswersProps = {
  words: FaultWords
  /** Whether the fault is over. If it is, a heading says that the instructions are for the next time. */
  isOver: boolean
  mainCall: ReactNode
}

function DefaultAnswers({ words, isOver, mainCall }: AnswersProps) {
  const { t } = useTexts()
  const lang = useLanguageOf(words)
  const { meaning, heating, selfHelp, call } = words
  // The first step may say to leave the house, so it comes before the telephone link.
  const firstStep = mainCall === null ? [] : selfHelp.slice(0, 1)
  const steps = selfHelp.slice(firstStep.length)
  return (
    <>
      <p lang={lang}>{meaning}</p>
      {firstStep.length > 0 && <p lang={lang}>{firstStep}</p>}
      {mainCall}
      {isOver && <h2 className={styles.when}>{t('fault.page.when')}</h2>}
      <dl className={styles.answers}>
        <Answer question={t('fault.heating')} lang={lang}>
          {heating}
        </Answer>
        {steps.length > 0 && (
          <Answer question={t('fault.self-help')} lang={lang}>
            <Steps steps={steps} />
          </Answer>
        )}
        <Answer question={t('fault.call')} lang={lang}>
          {call}
        </Answer>
      </dl>
    </>
  )
}

/** The instructions of an emergency in their order: leave the house, call, everything else. */
function EmergencyAnswers({ words }: AnswersProps) {
  const { t } = useTexts()
  const lang = useLanguageOf(words)
  const { meaning, heating, selfHelp, call } = words
  return (
    <>
      <p className={styles.first}>{t('fault.emergency')}</p>
      <div className={styles.now} lang={lang}>
        {selfHelp.length > 0 && <Steps steps={selfHelp} />}
        <p>{call}</p>
      </div>
      <a className={styles.emergencyCall} href="tel:112">
        {t('fault.emergency.call')}
      </a>
      <dl className={styles.answers}>
        <Answer question={t('fault.meaning')} lang={lang}>
          {meaning}
        </Answer>
        <Answer question={t('fault.heating')} lang={lang}>
          {heating}
        </Answer>
      </dl>
    </>
  )
}

type AnswerProps = { question: string; lang: Language | undefined; children: ReactNode }

function Answer({ question, lang, children }: AnswerProps) {
  return (
    <div>
      <dt>{question}</dt>
      <dd lang={lang}>{children}</dd>
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
