import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { Callout } from './callout.tsx'

const nothing = () => {}

export const examples: Example[] = [
  {
    name: 'info, can be closed',
    render: () => (
      <Callout onClose={nothing} closeLabel="Close">
        You have a new service provider invitation.
      </Callout>
    ),
  },
  {
    name: 'warning with an action',
    render: () => (
      <Callout tone="warning" title="Your consent is out of date" action={<Button>Update now</Button>}>
        Please read the new version and agree to it.
      </Callout>
    ),
  },
  { name: 'danger', render: () => <Callout tone="danger">Adding appliance failed.</Callout> },
  { name: 'ok', render: () => <Callout tone="ok">The appliance was successfully added.</Callout> },
]
