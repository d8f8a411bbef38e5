import type { Example } from '../example.ts'
import { ProgressBar } from './progress-bar.tsx'

function at(name: string, percent: number): Example {
  return {
    name,
    render: ({ t, locale }) => <ProgressBar label={t('data-export.progress')} percent={percent} locale={locale} />,
  }
}

export const examples: Example[] = [at('begun', 0), at('under way', 42), at('done', 100)]
