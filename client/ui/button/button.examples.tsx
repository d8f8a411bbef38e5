import { AddIcon } from '#client/icons/action-icons.tsx'
import type { Example } from '../example.ts'
import { Button } from './button.tsx'

export const examples: Example[] = [
  { name: 'primary', render: () => <Button>Add appliance</Button> },
  {
    name: 'primary with icon',
    render: () => <Button icon={<AddIcon size={20} />}>Add new appliance</Button>,
  },
  { name: 'secondary', render: () => <Button variant="secondary">Cancel</Button> },
  { name: 'quiet', render: () => <Button variant="quiet">Edit</Button> },
  { name: 'danger', render: () => <Button variant="danger">Delete</Button> },
  {
    name: 'pending',
    render: () => (
      <Button isPending pendingLabel="Adding">
        Add appliance
      </Button>
    ),
  },
  { name: 'disabled', render: () => <Button isDisabled>Accept and continue</Button> },
]
