import type { Translate } from '#client/i18n/message-types.ts'
import { AccountIcon, AppliancesIcon, InfoIcon, LogoutIcon } from '#client/icons/action-icons.tsx'
import { BrandLogo } from '../brand-logo/brand-logo.tsx'
import { Callout } from '../callout/callout.tsx'
import type { Example, ExampleContext } from '../example.ts'
import { PageHeading } from '../page-heading/page-heading.tsx'
import { Shell } from './shell.tsx'
import type { NavigationProps } from './side-navigation.tsx'

function navigation(t: Translate): NavigationProps {
  return {
    top: [
      { id: 'appliances', label: t('shell.appliances'), icon: <AppliancesIcon />, href: '/appliances', current: true },
      { id: 'account', label: t('shell.account'), icon: <AccountIcon />, href: '/account' },
    ],
    bottom: [
      { id: 'info', label: t('shell.info'), icon: <InfoIcon />, href: '/info' },
      { id: 'logout', label: t('shell.logout'), icon: <LogoutIcon />, onPress: () => {} },
    ],
  }
}

function logo({ brand }: ExampleContext) {
  return <BrandLogo brand={brand} />
}

export const examples: Example[] = [
  {
    name: 'signed in',
    frameHeight: 640,
    render: (context) => (
      <Shell
        title={context.brand.title}
        logo={logo(context)}
        navigation={navigation(context.t)}
        callout={<Callout onClose={() => {}}>{context.t('invitation.text')}</Callout>}
      >
        <PageHeading title={context.t('appliances.title')} />
      </Shell>
    ),
  },
  {
    name: 'signed out',
    frameHeight: 480,
    render: (context) => (
      <Shell title={context.brand.title} logo={logo(context)}>
        <PageHeading title={context.t('legal.imprint')} />
      </Shell>
    ),
  },
]
