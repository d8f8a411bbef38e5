import type { Example } from '../example.ts'
import { Spinner } from './spinner.tsx'

export const examples: Example[] = [{ name: 'waiting', render: ({ t }) => <Spinner label={t('form.loading')} /> }]
