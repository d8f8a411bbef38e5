import type { Translate } from '#client/i18n/text.ts'
import type { Example } from '../example.ts'
import { LoadedPart } from './loaded-part.tsx'

const forever = () => new Promise<never>(() => {})
const never = () => Promise.reject(new Error('No connection'))

function words(t: Translate) {
  return {
    props: {},
    loadingLabel: t('form.loading'),
    failedText: t('form.load-failed'),
    retryLabel: t('error.try-again'),
  }
}

export const examples: Example[] = [
  { name: 'loading', render: ({ t }) => <LoadedPart {...words(t)} load={forever} /> },
  { name: 'failed', render: ({ t }) => <LoadedPart {...words(t)} load={never} /> },
]
