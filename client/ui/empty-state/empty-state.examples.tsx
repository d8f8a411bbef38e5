import {
  BrokenPicture,
  NoAppliancesPicture,
  NoEntryPicture,
  NotFoundPicture,
  SignInPicture,
} from '#client/icons/state-pictures.tsx'
import type { Example } from '../example.ts'
import { LinkButton } from '../link-button/link-button.tsx'
import { EmptyState } from './empty-state.tsx'

export const examples: Example[] = [
  {
    name: 'no appliances',
    render: () => (
      <EmptyState
        title="No appliances"
        picture={<NoAppliancesPicture />}
        action={<LinkButton href="/appliances/add">Add new appliance</LinkButton>}
      >
        Add your heating system to see how it is doing.
      </EmptyState>
    ),
  },
  {
    name: 'not found',
    render: () => (
      <EmptyState
        code="404"
        title="Page not found"
        picture={<NotFoundPicture />}
        action={<LinkButton href="/">Go back to Home</LinkButton>}
      />
    ),
  },
  {
    name: 'error',
    render: () => (
      <EmptyState
        code="500"
        title="Internal Server Error"
        picture={<BrokenPicture />}
        action={<LinkButton href="/">Try again</LinkButton>}
      >
        Something broke on our side. Please try again in a moment.
      </EmptyState>
    ),
  },
  {
    name: 'unauthorized',
    render: () => <EmptyState code="401" title="Authentication Required" picture={<NoEntryPicture />} />,
  },
  {
    name: 'signing in',
    render: () => <EmptyState title="logging in - please wait" picture={<SignInPicture />} />,
  },
]
