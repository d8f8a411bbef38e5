import type { Example } from '../example.ts'
import { LoadedPart } from './loaded-part.tsx'

const words = {
  props: {},
  loadingLabel: 'The form is being loaded',
  failedText: 'This part could not be loaded. Please check your internet connection and try again.',
  retryLabel: 'Try again',
}

const forever = () => new Promise<never>(() => {})
const never = () => Promise.reject(new Error('No connection'))

export const examples: Example[] = [
  { name: 'loading', render: () => <LoadedPart {...words} load={forever} /> },
  { name: 'failed', render: () => <LoadedPart {...words} load={never} /> },
]
