import { AddIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { LinkButton } from './link-button.tsx'

export const examples: Example[] = [
  {
    name: 'primary',
    render: ({ t }) => (
      <LinkButton href="/appliances/add" icon={<AddIcon size={20} />}>
        {t('appliances.add')}
      </LinkButton>
    ),
  },
  {
    name: 'secondary',
    render: ({ t }) => (
      <LinkButton href="/" variant="secondary">
        {t('not-found.home')}
      </LinkButton>
    ),
  },
]
