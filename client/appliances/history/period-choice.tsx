import { useState } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { DateField } from '#client/ui/date-field/date-field.tsx'
import { RadioCards } from '#client/ui/radio-cards/radio-cards.tsx'
import styles from './history.module.css'
import { type HistoryPeriod, type HistoryPeriodKind, findTypedDayError, historyPeriodKinds } from './history-period.ts'

export type PeriodChoiceProps = {
  period: HistoryPeriod
  /** The first and the last selectable day, `YYYY-MM-DD`. */
  available: { first: string; last: string }
  onChoose(period: HistoryPeriod): void
  /** The days that the page shows. They are the initial dates of the fields for typed dates. */
  shownDays: { from: string; to: string }
}

const labels = {
  '24h': 'history.period.24h',
  '7d': 'history.period.7d',
  '30d': 'history.period.30d',
  year: 'history.period.year',
  own: 'data-export.preset.own',
} as const satisfies Record<HistoryPeriodKind, MessageId>

/** Chooses a period by a preset, or by its first and last day. */
export function PeriodChoice({ period, available, onChoose, shownDays }: PeriodChoiceProps) {
  const { t } = useTexts()

  function choose(chosenPeriod: HistoryPeriodKind): void {
    onChoose(chosenPeriod === 'own' ? { kind: 'own', ...shownDays } : { kind: chosenPeriod })
  }

  return (
    <div className={styles.period}>
      <RadioCards
        label={t('data-export.period')}
        options={historyPeriodKinds.map((kind) => ({ value: kind, label: t(labels[kind]) }))}
        value={period.kind}
        onChange={(chosenPeriod) => choose(chosenPeriod as HistoryPeriodKind)}
      />
      {period.kind === 'own' && (
        <OwnDates period={period} available={available} onChoose={(from, to) => onChoose({ kind: 'own', from, to })} />
      )}
    </div>
  )
}

/** The typed days, `YYYY-MM-DD`; null while a date is incomplete. */
type Draft = { from: string | null; to: string | null }

type OwnDatesProps = Pick<PeriodChoiceProps, 'available'> & {
  period: { from: string; to: string }
  onChoose(from: string, to: string): void
}

/**
 * The fields for typed dates. The dates apply as soon as both are valid; until then the page shows the previous period.
 */
function OwnDates({ period, available, onChoose }: OwnDatesProps) {
  const { t } = useTexts()
  const [draft, setDraft] = useState<Draft>(period)
  const [previousPeriod, setPreviousPeriod] = useState(period)
  // Updates the typed dates if the Back button or a link has changed the period.
  if (previousPeriod.from !== period.from || previousPeriod.to !== period.to) {
    setPreviousPeriod(period)
    setDraft(period)
  }
  const errors = errorsOf(draft, available.last)

  function change(changes: Partial<Draft>): void {
    const next = { ...draft, ...changes }
    setDraft(next)
    const { from, to } = next
    if (from !== null && to !== null && Object.keys(errorsOf(next, available.last)).length === 0) onChoose(from, to)
  }

  return (
    <div className={styles.days}>
      {(['from', 'to'] as const).map((name) => {
        const error = errors[name]
        return (
          <DateField
            key={name}
            label={t(`data-export.${name}`)}
            available={available}
            value={draft[name]}
            onChange={(day) => change({ [name]: day })}
            error={error && t(error)}
          />
        )
      })}
    </div>
  )
}

const sentences = {
  required: 'data-export.date.required',
  future: 'data-export.date.future',
} as const satisfies Record<string, MessageId>

function errorsOf(draft: Draft, today: string): { from?: MessageId; to?: MessageId } {
  const [from, to] = [findTypedDayError(draft.from, today), findTypedDayError(draft.to, today)]
  const isReversed = draft.from !== null && draft.to !== null && draft.from > draft.to
  return {
    ...(from && { from: sentences[from] }),
    ...(to && { to: sentences[to] }),
    ...(!from && !to && isReversed && { to: 'data-export.date.from-after-to' as const }),
  }
}
