import type { Example } from '../example.ts'
import { Link } from './link.tsx'

export const examples: Example[] = [
  { name: 'to a route', render: () => <Link href="/appliances">Appliances</Link> },
  {
    name: 'elsewhere, beside the portal',
    render: () => (
      <Link href="https://www.example.com" newTab>
        Data Act
      </Link>
    ),
  },
  {
    name: 'mail',
    render: () => <Link href="mailto:support@example.com">support@example.com</Link>,
  },
]
