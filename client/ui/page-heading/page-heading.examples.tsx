import { AddIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { LinkButton } from '../link-button/link-button.tsx'
import { PageHeading } from './page-heading.tsx'

export const examples: Example[] = [
  {
    name: 'with an action',
    render: () => (
      <PageHeading
        title="Appliances"
        action={
          <LinkButton href="/appliances/add" icon={<AddIcon size={20} />}>
            Add new appliance
          </LinkButton>
        }
      />
    ),
  },
  {
    name: 'with a way back',
    render: () => (
      <PageHeading
        title="Add appliance"
        lead="You find the codes on the sticker of your gateway."
        back={{ href: '/appliances', label: 'Appliances' }}
      />
    ),
  },
]
