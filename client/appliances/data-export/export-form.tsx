import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { exportFileRetentionDays, exportSources } from '#contract/data-export.ts'
import { BoundField, showFieldErrors, useFormDraft } from '#client/form-fields.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useSearchParams } from '#client/router/router-context.ts'
import { Button } from '#client/ui/button/button.tsx'
import { CheckboxGroup } from '#client/ui/checkbox-group/checkbox-group.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { LazyPart } from '#client/ui/loaded-part/lazy-part.tsx'
import styles from './data-export.module.css'
import { PeriodFields } from './period-fields.tsx'
import {
  toUtcDay,
  type StoredDayRange,
  chartPeriodOf,
  readUrlDayRange,
  exportErrorMessage,
  findExportFieldByPath,
  type ExportFormControl,
  useExportForm,
} from './export-draft.ts'
import { type UseExportRequestOptions, TooManyExportsNote, useExportRequest } from './use-export-request.tsx'

export type ExportFormProps = UseExportRequestOptions & { keptFrom: string }

/**
 * The form of an export: its period, which is shown as a chart, and its sources. If the request fails, the form keeps
 * the choices. Specification 15.5.
 */
export function ExportForm({ applianceId, keptFrom, onRequested }: ExportFormProps) {
  const { t } = useTexts()
  const [today] = useState(() => toUtcDay(Date.now()))
  const dateLimits = { keptFrom, today }
  const search = useSearchParams()
  const urlDayRange = readUrlDayRange(search, dateLimits)
  const form = useExportForm(dateLimits, urlDayRange)
  useFormDraft(`export ${applianceId}${urlDayRange ? ` ${urlDayRange.from} ${urlDayRange.to}` : ''}`, form)
  const { isSending, isBlocked, isRefused, sendExportRequest } = useExportRequest({ applianceId, onRequested })

  const submit = form.handleSubmit(async (request) => {
    if (isSending || isBlocked) return
    showFieldErrors(form, await sendExportRequest(request), findExportFieldByPath)
  })

  return (
    <Form label={t('data-export.form')} onSubmit={() => void submit()}>
      <h2>{t('data-export.form')}</h2>
      <PeriodFields form={form} kept={dateLimits} />
      <ShownPeriod applianceId={applianceId} form={form} kept={dateLimits} />
      <SourceFields form={form} />
      <div>
        <p className={styles.muted}>{t('data-export.hint', { days: exportFileRetentionDays })}</p>
        <TooManyExportsNote isShown={isRefused} />
      </div>
      <FormActions>
        <Button type="submit" wide isPending={isSending} isDisabled={isBlocked} pendingLabel={t('data-export.pending')}>
          {t('data-export.submit')}
        </Button>
      </FormActions>
    </Form>
  )
}

const loadChart = () => import('./chart/export-chart-figure.tsx').then(({ ExportChartFigure }) => ExportChartFigure)

type FormProps = { form: ExportFormControl; kept: StoredDayRange }

function ShownPeriod({ applianceId, form, kept }: FormProps & { applianceId: string }) {
  const { t } = useTexts()
  const draft = useWatch({ control: form.control, compute: (values) => chartPeriodOf(values, kept.today) })
  const [shown, setShown] = useState(draft)
  // Shows the chart of the last valid period while a date is being typed.
  if (draft !== null && (draft.from !== shown?.from || draft.to !== shown.to)) setShown(draft)
  return (
    <section className={styles.chart}>
      <h3>{t('data-export.chart.title')}</h3>
      {shown && (
        <div className={styles.drawn}>
          <LazyPart load={loadChart} props={{ applianceId, period: shown }} loading="data-export.chart.loading" />
        </div>
      )}
    </section>
  )
}

function SourceFields({ form }: Pick<FormProps, 'form'>) {
  const { t } = useTexts()
  return (
    <BoundField form={form} name="sources" sentenceOf={exportErrorMessage}>
      {(field) => (
        <CheckboxGroup
          {...field}
          label={t('data-export.sources')}
          options={exportSources.map((source) => ({
            value: source,
            label: t(`data-export.source.${source}`),
            description: t(`data-export.source.${source}.text`),
          }))}
        />
      )}
    </BoundField>
  )
}
