import type { Example } from '../example.ts'
import { ProgressBar } from './progress-bar.tsx'

export const examples: Example[] = [
  { name: 'begun', render: () => <ProgressBar label="Your files are being prepared" percent={0} locale="en" /> },
  { name: 'under way', render: () => <ProgressBar label="Your files are being prepared" percent={42} locale="en" /> },
  { name: 'done', render: () => <ProgressBar label="Dateien werden vorbereitet" percent={100} locale="de" /> },
]
