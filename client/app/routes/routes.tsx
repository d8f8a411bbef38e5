import { useSelector } from 'react-redux'
import { selectCountry } from '#client/account/account-slice.ts'
import { AppliancesPage } from '#client/appliances/list/appliances-page.tsx'
import { lazyAfterClaimContent } from '#client/appliances/next-steps/lazy-after-claim-content.ts'
import { ErrorPage } from '#client/errors/error-page.tsx'
import { legalPageTitleOf } from '#client/legal-documents.ts'
import type { NavigationTarget, PageRoute } from '#client/router/route.ts'
import { useLocation } from '#client/router/router-context.ts'
import { AuthCompletePage, UnauthorizedPage } from '#client/sign-in/sign-in-pages.tsx'
import { lazyInvitationCallout } from '../lazy-invitation-callout.ts'
import type { RouteHandle } from '../route-title.ts'
import type * as rarePageLoaders from './rare-page-loaders.tsx'
import type { PageRouteDependencies } from './route-dependencies.ts'

type TitledRoute = PageRoute & { handle?: RouteHandle }

/**
 * Loads a page that people seldom open. The loaders of these pages are a separate file, so that the first view does not
 * contain the names of the pages' files.
 */
type RarePage = (loader: keyof typeof rarePageLoaders) => NonNullable<PageRoute['load']>

/** Returns the routes of the app with their guards. Specification 2.1. */
export function createRoutes(dependencies: PageRouteDependencies): PageRoute[] {
  const { brand, guards } = dependencies
  const rarePage: RarePage = (loader) => async () => (await import('./rare-page-loaders.tsx'))[loader](dependencies)
  const notFound = { handle: { title: 'not-found.title' }, load: rarePage('loadNotFoundPage') } as const
  const terms = { handle: { title: 'terms.title' }, enter: guards.enterTerms, load: rarePage('loadTermsPage') } as const
  const routes: TitledRoute[] = [
    { path: '', enter: () => ({ to: '/appliances' }) },
    ...createApplianceRoutes(dependencies, rarePage),
    ...createLinkRoutes(dependencies, rarePage),
    { path: 'accept-tos', ...terms },
    { path: 'external-accept-tos', ...terms },
    {
      path: 'account',
      handle: { title: 'account.title' },
      enter: guards.enterAccount,
      load: rarePage('loadAccountPage'),
    },
    {
      path: 'account-add',
      handle: { title: 'account.add.title' },
      enter: guards.enterAccountAdd,
      load: rarePage('loadAccountAddPage'),
    },
    { path: 'info', handle: { title: 'info.title' }, enter: guards.enterInfo, load: rarePage('loadInfoPage') },
    { path: 'help', handle: { title: 'help.title' }, enter: guards.enterHelp, load: rarePage('loadHelpPage') },
    { path: 'help/accessibility', handle: { title: 'accessibility.title' }, load: rarePage('loadAccessibilityPage') },
    { path: 'receipts', handle: { title: 'receipts.verify.title' }, load: rarePage('loadReceiptVerificationPage') },
    {
      path: 'notices',
      handle: { title: 'notices.title' },
      enter: guards.enterAccount,
      load: rarePage('loadNoticesPage'),
    },
    {
      path: 'policies/:lang/:country/:pagePath',
      handle: { title: ({ pagePath }) => legalPageTitleOf(pagePath) },
      load: rarePage('loadPolicyPage'),
    },
    { path: 'auth-failed', handle: { title: 'sign-in.failed' }, load: rarePage('loadAuthFailedPage') },
    { path: 'auth-expired', handle: { title: 'sign-in.expired' }, load: rarePage('loadAuthExpiredPage') },
    { path: 'auth-complete', handle: { title: 'sign-in.complete' }, element: <AuthCompletePage /> },
    {
      path: 'unauthorized',
      handle: { title: 'sign-in.unauthorized' },
      element: <UnauthorizedPage brand={brand} />,
      isUrgent: true,
    },
    { path: 'error', handle: { title: 'error.title' }, element: <ErrorPage brand={brand} /> },
    { path: 'not-found', ...notFound },
    { path: '*', ...notFound },
  ]
  return routes
}

function createApplianceRoutes(dependencies: PageRouteDependencies, rarePage: RarePage): TitledRoute[] {
  const { brand, guards, addTexts } = dependencies
  // The guard of the area reads the list when the person enters. After that, effects keep the list up to date.
  const area = { enter: guards.enterAppliances }
  const enter = ({ params }: NavigationTarget) => guards.listedAppliance(params['gatewayId'])
  return [
    {
      path: 'appliances',
      area,
      handle: { title: 'appliances.title' },
      enter: guards.someAppliances,
      element: <ApplianceList brand={brand} />,
    },
    { path: 'appliances/add', area, handle: { title: 'add.title' }, load: async () => loadAddPage(dependencies) },
    {
      path: 'appliances/:gatewayId/data-export',
      area,
      handle: { title: 'data-export.title' },
      enter,
      load: rarePage('loadDataExportPage'),
    },
    {
      path: 'appliances/:gatewayId/history',
      area,
      handle: { title: 'history.title', isOfAppliance: true },
      enter,
      // Another period of the same appliance does not count as another page, so the guard does not run again.
      isOther: (from, to) => from['gatewayId'] !== to['gatewayId'],
      load: async () => loadHistoryPage({ addTexts }),
    },
    // This route has only the guard of the area. Links in emails open the route, even after the appliance was deleted.
    {
      path: 'appliances/:gatewayId/faults/:code',
      area,
      handle: { title: 'fault.page', isOfAppliance: true },
      load: rarePage('loadFaultPage'),
    },
    {
      path: 'appliances/:gatewayId/access',
      area,
      handle: { title: 'access.title', isOfAppliance: true },
      enter,
      load: rarePage('loadAccessPage'),
    },
    {
      path: 'appliances/:gatewayId/handover',
      area,
      handle: { title: 'handover.title', isOfAppliance: true },
      enter,
      load: rarePage('loadHandoverPage'),
    },
  ]
}

/** The routes that people open by links of other people, of companies and of programs. */
function createLinkRoutes({ guards }: PageRouteDependencies, rarePage: RarePage): TitledRoute[] {
  // These pages require no complete account, because an invited person may be new.
  const enter = guards.enterAccountAdd
  return [
    { path: 'join/:token', handle: { title: 'join.title' }, enter, load: rarePage('loadJoinPage') },
    { path: 'developers', handle: { title: 'developers.title' }, enter, load: rarePage('loadDevelopersPage') },
    { path: 'share/:requestId', handle: { title: 'sharing.title' }, enter, load: rarePage('loadSharingPage') },
    { path: 'takeover', handle: { title: 'takeover.title' }, enter, load: rarePage('loadStartTakeoverPage') },
    { path: 'takeover/:takeoverId', handle: { title: 'takeover.title' }, enter, load: rarePage('loadTakeoverPage') },
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

async function loadAddPage({ brand, addTexts }: PageRouteDependencies) {
  const { AddAppliancePage, loadClaimTexts } = await import('#client/appliances/claim/add-appliance-page.tsx')
  await addTexts(loadClaimTexts)
  // Also loads the part that the new card shows first. If this fails, the card loads the part itself.
  lazyAfterClaimContent.load(addTexts).catch(() => undefined)
  return <AddAppliancePage brand={brand} />
}

async function loadHistoryPage({ addTexts }: Pick<PageRouteDependencies, 'addTexts'>) {
  const { HistoryPage, loadDataExportTexts, loadFaultTexts, loadHistoryTexts } =
    await import('#client/appliances/history/history-page.tsx')
  await Promise.all([loadHistoryTexts, loadFaultTexts, loadDataExportTexts].map(addTexts))
  return <HistoryPage />
}
