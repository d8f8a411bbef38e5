import type { Example } from '../example.ts'
import { Link } from './link.tsx'

export const examples: Example[] = [
  { name: 'to a route', render: ({ t }) => <Link href="/appliances">{t('shell.appliances')}</Link> },
  {
    name: 'elsewhere, beside the portal',
    render: ({ t, brand }) => (
      <Link href={brand.dataActUrl} newTab>
        {t('info.data-act')}
      </Link>
    ),
  },
  {
    name: 'mail',
    render: ({ brand }) => <Link href={`mailto:${brand.supportMail}`}>{brand.supportMail}</Link>,
  },
]
