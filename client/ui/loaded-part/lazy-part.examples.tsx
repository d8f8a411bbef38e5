import type { Example } from '../example.ts'
import { LazyPart } from './lazy-part.tsx'

const forever = () => new Promise<never>(() => {})
const never = () => Promise.reject(new Error('No connection'))

export const examples: Example[] = [
  { name: 'loading', render: () => <LazyPart load={forever} props={{}} /> },
  { name: 'failed', render: () => <LazyPart load={never} props={{}} /> },
]
