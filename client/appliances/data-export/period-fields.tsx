import { useWatch } from 'react-hook-form'
import { BoundField } from '#client/form-fields.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { DateField } from '#client/ui/date-field/date-field.tsx'
import { RadioCards } from '#client/ui/radio-cards/radio-cards.tsx'
import styles from './data-export.module.css'
import { formatCalendarDay } from './export-words.ts'
import {
  type StoredDayRange,
  computePresetPeriod,
  type PeriodPreset,
  periodPresets,
  findFirstTelemetryDay,
  exportErrorMessage,
  type ExportFormControl,
} from './export-draft.ts'

export type PeriodFieldsProps = { form: ExportFormControl; kept: StoredDayRange }

/** Chooses a period by a preset, or by its first and last day. */
export function PeriodFields({ form, kept }: PeriodFieldsProps) {
  const { t, locale } = useTexts()
  const preset = useWatch({ control: form.control, name: 'preset' })

  function choose(chosen: PeriodPreset) {
    form.setValue('preset', chosen)
    if (chosen === 'own') return
    const { from, to } = computePresetPeriod(chosen, kept)
    form.setValue('from', from)
    form.setValue('to', to)
    form.clearErrors(['from', 'to'])
  }

  const readingsFrom = findFirstTelemetryDay(kept)
  return (
    <div className={styles.period}>
      <RadioCards
        label={t('data-export.period')}
        options={periodPresets.map((each) => ({ value: each, label: t(`data-export.preset.${each}`) }))}
        value={preset}
        onChange={(chosenPreset) => choose(chosenPreset as PeriodPreset)}
      />
      <div className={styles.days}>
        <Day name="from" form={form} kept={kept} />
        <Day name="to" form={form} kept={kept} />
      </div>
      <p className={styles.muted}>{t('data-export.kept-from', { date: formatCalendarDay(kept.keptFrom, locale) })}</p>
      {readingsFrom && (
        <p className={styles.muted}>
          {t('data-export.readings-from', { date: formatCalendarDay(readingsFrom, locale) })}
        </p>
      )}
    </div>
  )
}

function Day({ name, form, kept }: PeriodFieldsProps & { name: 'from' | 'to' }) {
  const { t } = useTexts()
  return (
    <BoundField form={form} name={name} sentenceOf={exportErrorMessage} rules={{ deps: ['from', 'to'] }}>
      {(field) => (
        <DateField
          {...field}
          label={t(`data-export.${name}`)}
          available={{ first: kept.keptFrom, last: kept.today }}
          onChange={(day) => {
            form.setValue('preset', 'own')
            field.onChange(day)
          }}
        />
      )}
    </BoundField>
  )
}
