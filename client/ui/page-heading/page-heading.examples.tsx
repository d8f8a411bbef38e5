import { AddIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { LinkButton } from '../link-button/link-button.tsx'
import { PageHeading } from './page-heading.tsx'

export const examples: Example[] = [
  {
    name: 'with an action',
    render: ({ t }) => (
      <PageHeading
        title={t('appliances.title')}
        action={
          <LinkButton href="/appliances/add" icon={<AddIcon size={20} />}>
            {t('appliances.add')}
          </LinkButton>
        }
      />
    ),
  },
  {
    name: 'with a way back',
    render: ({ t }) => (
      <PageHeading
        title={t('add.title')}
        lead={t('add.lead')}
        back={{ href: '/appliances', label: t('shell.back-to-appliances') }}
      />
    ),
  },
]
