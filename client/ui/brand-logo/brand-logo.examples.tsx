import type { Example } from '../example.ts'
import { BrandLogo } from './brand-logo.tsx'

export const examples: Example[] = [
  { name: 'in its scheme', render: ({ brand }) => <BrandLogo brand={brand} /> },
  { name: 'as a link', render: ({ brand }) => <BrandLogo brand={brand} href="/" /> },
]
