import { AddIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { LinkButton } from './link-button.tsx'

export const examples: Example[] = [
  {
    name: 'primary',
    render: () => (
      <LinkButton href="/appliances/add" icon={<AddIcon size={20} />}>
        Add new appliance
      </LinkButton>
    ),
  },
  {
    name: 'secondary',
    render: () => (
      <LinkButton href="/" variant="secondary">
        Go back to Home
      </LinkButton>
    ),
  },
]
