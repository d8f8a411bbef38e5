import { AccountIcon, AppliancesIcon, InfoIcon, LogoutIcon } from '#client/icons/action-icons.tsx'
import { Callout } from '../callout/callout.tsx'
import type { Example } from '../example.ts'
import { PageHeading } from '../page-heading/page-heading.tsx'
import { Shell } from './shell.tsx'

const navigation = {
  label: 'Main',
  menuLabel: 'Menu',
  top: [
    {
      id: 'appliances',
      label: 'Appliances',
      icon: <AppliancesIcon />,
      href: '/appliances',
      current: true,
    },
    { id: 'account', label: 'Account', icon: <AccountIcon />, href: '/account' },
  ],
  bottom: [
    { id: 'info', label: 'Info', icon: <InfoIcon />, href: '/info' },
    { id: 'logout', label: 'Logout', icon: <LogoutIcon /> },
  ],
}

export const examples: Example[] = [
  {
    name: 'signed in',
    render: () => (
      <Shell
        title="Gateway Management Portal"
        logo={<strong>Cedar</strong>}
        skipLabel="Skip to content"
        navigation={navigation}
        callout={
          <Callout onClose={() => {}} closeLabel="Close">
            You have a new service provider invitation.
          </Callout>
        }
      >
        <PageHeading title="Appliances" />
      </Shell>
    ),
  },
  {
    name: 'signed out',
    render: () => (
      <Shell title="Gateway Management Portal" logo={<strong>Cedar</strong>} skipLabel="Skip to content">
        <PageHeading title="Imprint" />
      </Shell>
    ),
  },
]
