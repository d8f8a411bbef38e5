import type { Example } from '../example.ts'
import { LoadedPart } from './loaded-part.tsx'

const forever = () => new Promise<never>(() => {})
const never = () => Promise.reject(new Error('No connection'))

export const examples: Example[] = [
  { name: 'loading', render: () => <LoadedPart load={forever} props={{}} /> },
  { name: 'failed', render: () => <LoadedPart load={never} props={{}} /> },
]
