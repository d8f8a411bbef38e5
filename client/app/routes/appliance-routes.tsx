import { useSelector } from 'react-redux'
import { selectCountry } from '#client/account/account-slice.ts'
import { AppliancesPage } from '#client/appliances/list/appliances-page.tsx'
import type { PageRoute } from '#client/router/route.ts'
import { useLocation } from '#client/router/router-context.ts'
import { lazyInvitationCallout } from '../lazy-invitation-callout.ts'
import type { RouteHandle } from '../route-title.ts'
import { loadAddPage, loadHistoryPage } from './appliance-loaders.tsx'
import type { PageRouteDependencies } from './route-dependencies.ts'
import { importRarePageLoaders, handleWithTitle } from './route-helpers.tsx'

export function createApplianceRoutes(dependencies: PageRouteDependencies): PageRoute[] {
  const { brand, guards } = dependencies
  // The guard of the area reads the list when the person enters. After that, effects keep the list up to date.
  const area = { enter: guards.enterAppliances }
  return [
    {
      path: 'appliances',
      area,
      handle: handleWithTitle('appliances.title'),
      enter: guards.someAppliances,
      element: <ApplianceList brand={brand} />,
    },
    { path: 'appliances/add', area, handle: handleWithTitle('add.title'), load: () => loadAddPage(dependencies) },
    {
      path: 'appliances/:gatewayId/data-export',
      area,
      handle: handleWithTitle('data-export.title'),
      enter: ({ params }) => guards.listedAppliance(params['gatewayId']),
      load: async () => (await importRarePageLoaders()).loadDataExportPage(dependencies),
    },
    {
      path: 'appliances/:gatewayId/history',
      area,
      handle: { title: 'history.title', isOfAppliance: true } satisfies RouteHandle,
      enter: ({ params }) => guards.listedAppliance(params['gatewayId']),
      // Another period of the same appliance does not count as another page, so the guard does not run again.
      isOther: (from, to) => from['gatewayId'] !== to['gatewayId'],
      load: () => loadHistoryPage(dependencies),
    },
    // This route has only the guard of the area. Links in emails open the route, even after the appliance was deleted.
    {
      path: 'appliances/:gatewayId/faults/:code',
      area,
      handle: { title: 'fault.page', isOfAppliance: true } satisfies RouteHandle,
      load: async () => (await importRarePageLoaders()).loadFaultPage(dependencies),
    },
    {
      path: 'appliances/:gatewayId/access',
      area,
      handle: { title: 'access.title', isOfAppliance: true } satisfies RouteHandle,
      enter: ({ params }) => guards.listedAppliance(params['gatewayId']),
      load: async () => (await importRarePageLoaders()).loadAccessPage(dependencies),
    },
    {
      path: 'appliances/:gatewayId/handover',
      area,
      handle: { title: 'handover.title', isOfAppliance: true } satisfies RouteHandle,
      enter: ({ params }) => guards.listedAppliance(params['gatewayId']),
      load: async () => (await importRarePageLoaders()).loadHandoverPage(dependencies),
    },
    // Requires no complete account: the invited person may be new, and can reach this page only by the link.
    {
      path: 'join/:token',
      handle: handleWithTitle('join.title'),
      enter: guards.enterAccountAdd,
      load: async () => (await importRarePageLoaders()).loadJoinPage(dependencies),
    },
    {
      path: 'developers',
      handle: handleWithTitle('developers.title'),
      enter: guards.enterAccountAdd,
      load: async () => (await importRarePageLoaders()).loadDevelopersPage(dependencies),
    },
    {
      path: 'share/:requestId',
      handle: handleWithTitle('sharing.title'),
      enter: guards.enterAccountAdd,
      load: async () => (await importRarePageLoaders()).loadSharingPage(dependencies),
    },
    {
      path: 'takeover',
      handle: handleWithTitle('takeover.title'),
      enter: guards.enterAccountAdd,
      load: async () => (await importRarePageLoaders()).loadStartTakeoverPage(dependencies),
    },
    {
      path: 'takeover/:takeoverId',
      handle: handleWithTitle('takeover.title'),
      enter: guards.enterAccountAdd,
      load: async () => (await importRarePageLoaders()).loadTakeoverPage(dependencies),
    },
    {
      path: 'invite',
      enter: async (arrival) => {
        guards.keepInvitation(arrival)
        await lazyInvitationCallout.load().catch(() => undefined)
        // Redirects after the invitation is stored, so that the Back button does not store an answered invitation
        // again.
        return (await guards.signedIn(arrival)) ?? { to: '/appliances' }
      },
    },
    { path: 'external', enter: async (arrival) => (await guards.signedIn(arrival)) ?? { to: '/appliances' } },
    { path: 'controller', enter: () => ({ to: '/appliances' }) },
  ]
}

function ApplianceList({ brand }: Pick<PageRouteDependencies, 'brand'>) {
  // The key resets the page when a link leads from the list to the list.
  const { key } = useLocation()
  const userCountry = useSelector(selectCountry)
  return <AppliancesPage key={key} context={{ brand, userCountry }} />
}
