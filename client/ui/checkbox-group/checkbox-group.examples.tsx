import { useState } from 'react'
import { type ExportSource, exportSources } from '#contract/data-export.ts'
import type { Translate } from '#client/i18n/text.ts'
import type { Example } from '../example.ts'
import { CheckboxGroup } from './checkbox-group.tsx'

type TickedProps = { t: Translate; start: ExportSource[]; error?: string }

function Ticked({ t, start, error }: TickedProps) {
  const [value, setValue] = useState(start)
  const options = exportSources.map((source) => ({
    value: source,
    label: t(`data-export.source.${source}`),
    description: t(`data-export.source.${source}.text`),
  }))
  return (
    <CheckboxGroup label={t('data-export.sources')} options={options} value={value} onChange={setValue} error={error} />
  )
}

export const examples: Example[] = [
  { name: 'one ticked', render: ({ t }) => <Ticked t={t} start={['HEATLYTICS']} /> },
  {
    name: 'with error',
    render: ({ t }) => <Ticked t={t} start={[]} error={t('data-export.sources.required')} />,
  },
]
