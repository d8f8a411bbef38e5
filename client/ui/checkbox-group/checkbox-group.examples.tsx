import { useState } from 'react'
import type { Translate } from '#client/i18n/message-types.ts'
import type { Example } from '../example.ts'
import { CheckboxGroup } from './checkbox-group.tsx'

const sources = ['HCC', 'HEATLYTICS', 'RST'] as const

function Ticked({ t, start, error }: { t: Translate; start: string[]; error?: string }) {
  const [value, setValue] = useState(start)
  const options = sources.map((source) => ({
    value: source,
    label: t(`data-export.source.${source}`),
    description: t(`data-export.source.${source}.text`),
  }))
  return (
    <CheckboxGroup label={t('data-export.sources')} options={options} value={value} onChange={setValue} error={error} />
  )
}

export const examples: Example[] = [
  { name: 'one ticked', render: ({ t }) => <Ticked t={t} start={['HCC']} /> },
  { name: 'with error', render: ({ t }) => <Ticked t={t} start={[]} error={t('data-export.sources.required')} /> },
]
