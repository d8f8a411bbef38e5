import type { ComponentType, ReactNode } from 'react'
import { useSelector } from 'react-redux'
import type { BrandSettings } from '#brands/brand.ts'
import type { Country } from '#contract/countries.ts'
import { browserStorage } from '#client/browser-storage.ts'
import { selectCountry } from '#client/account/account-slice.ts'
import type { OpenFile } from '#client/api.ts'
import { type Appliance, applianceName } from '#client/appliances/appliance.ts'
import { AppliancesPage } from '#client/appliances/appliances-page.tsx'
import { selectAppliances } from '#client/appliances/appliances-state.ts'
import { ErrorPage } from '#client/errors/error-page.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { FirstMessageId } from '#client/i18n/text.ts'
import type { Translation } from '#client/i18n/translation.ts'
import type { ContactProps } from '#client/help/contact.tsx'
import { policyTitle } from '#client/legal-documents.ts'
import type { ClientLog } from '#client/logging/client-log.ts'
import type { PageRoute } from '#client/router/route.ts'
import { useLocation } from '#client/router/router-context.ts'
import { selectIsSessionExpected, selectIsSignedIn } from '#client/sign-in/session.ts'
import { AuthCompletePage, UnauthorizedPage } from '#client/sign-in/sign-in-pages.tsx'
import { addNotices } from './notice-bell-slot.tsx'
import type { Guards } from './guards.ts'
import type { Interruptions } from './interruptions.ts'
import type { RouteHandle } from './route-title.ts'
import type { State } from './store.ts'

/** The dependencies of the routes, created by main.tsx. */
export type PageRouteDependencies = {
  brand: BrandSettings
  guards: Guards
  log: ClientLog
  /** Adds the texts of a part of the page. */
  addTexts: Translation['extend']
  fetch(url: string, init: RequestInit): Promise<Response>
  openFile: OpenFile
  interruptions: Pick<Interruptions, 'readTerms' | 'loadAgain'>
  /** Loads state and effects of exports; the resolved function starts them, once. */
  loadExports(): Promise<() => void>
  /** Loads state and effects of notices; the resolved function starts them, once. */
  loadNotices(): Promise<() => void>
  /** Ends the session. False if the portal could not end it, which a message says. Specification 2.13, "Logout". */
  /** Leaves the page for another address of this origin. */
  leaveFor(address: string): void
  logOut(): Promise<boolean>
}

/** Every path of the page with its guards. Specification 2.1. */
export function createRoutes(dependencies: PageRouteDependencies): PageRoute[] {
  return [
    { path: '', enter: () => ({ to: '/appliances' }) },
    ...applianceRoutes(dependencies),
    ...termsRoutes(dependencies),
    ...accountRoutes(dependencies),
    ...helpRoutes(dependencies),
    receiptsRoute(dependencies),
    noticesRoute(dependencies),
    ...policyRoutes(dependencies),
    ...signInRoutes(dependencies),
    ...errorRoutes(dependencies),
  ]
}

function applianceRoutes(dependencies: PageRouteDependencies): PageRoute[] {
  const { brand, guards } = dependencies
  // The list loads on entry; within this area, effects keep it up to date.
  const area = { enter: guards.enterAppliances }
  return [
    {
      path: 'appliances',
      area,
      handle: titled('appliances.title'),
      enter: guards.someAppliances,
      element: <ApplianceList brand={brand} />,
    },
    { path: 'appliances/add', area, handle: titled('add.title'), load: () => loadAdd(dependencies) },
    {
      path: 'appliances/:gatewayId/data-export',
      area,
      handle: titled('data-export.title'),
      enter: ({ params }) => guards.listedAppliance(params['gatewayId']),
      load: () => loadDataExport(dependencies),
    },
    {
      path: 'appliances/:gatewayId/history',
      area,
      handle: { title: 'history.title', isOfAppliance: true } satisfies RouteHandle,
      enter: ({ params }) => guards.listedAppliance(params['gatewayId']),
      // Another period of the same appliance needs no confirmation.
      isOther: (from, to) => from['gatewayId'] !== to['gatewayId'],
      load: () => loadHistory(dependencies),
    },
    // Links in emails lead here, also for people whose appliance was deleted, so it has no guard of its own.
    {
      path: 'appliances/:gatewayId/faults/:code',
      area,
      handle: { title: 'fault.page', isOfAppliance: true } satisfies RouteHandle,
      load: () => loadFault(dependencies),
    },
    {
      path: 'appliances/:gatewayId/access',
      area,
      handle: { title: 'access.title', isOfAppliance: true } satisfies RouteHandle,
      enter: ({ params }) => guards.listedAppliance(params['gatewayId']),
      load: () => loadAccess(dependencies),
    },
    {
      path: 'appliances/:gatewayId/handover',
      area,
      handle: { title: 'handover.title', isOfAppliance: true } satisfies RouteHandle,
      enter: ({ params }) => guards.listedAppliance(params['gatewayId']),
      load: () => loadHandover(dependencies),
    },
    // Without a complete account: the invited person may be new, and comes here only by the link.
    {
      path: 'join/:token',
      handle: titled('join.title'),
      enter: guards.enterAccountAdd,
      load: () => loadJoin(dependencies),
    },
    {
      path: 'share/:requestId',
      handle: titled('sharing.title'),
      enter: guards.enterAccountAdd,
      load: () => loadSharing(dependencies),
    },
    {
      path: 'takeover',
      handle: titled('takeover.title'),
      enter: guards.enterAccountAdd,
      load: () => loadStartTakeover(dependencies),
    },
    {
      path: 'takeover/:takeoverId',
      handle: titled('takeover.title'),
      enter: guards.enterAccountAdd,
      load: () => loadTakeoverPage(dependencies),
    },
    {
      path: 'invite',
      enter: async (arrival) => {
        guards.keepInvitation(arrival)
        // After the invitation is stored, the address is replaced: an answered invitation must not be stored again by
        // Back.
        return (await guards.signedIn(arrival)) ?? { to: '/appliances' }
      },
    },
    { path: 'external', enter: async (arrival) => (await guards.signedIn(arrival)) ?? { to: '/appliances' } },
    { path: 'controller', enter: () => ({ to: '/appliances' }) },
  ]
}

/** Passes a value of one feature to a page of another. */
function From<Value>({ select, show }: { select(state: State): Value; show(value: Value): ReactNode }) {
  return show(useSelector(select))
}

function mayBeSignedIn(state: State): boolean {
  return selectIsSignedIn(state) || selectIsSessionExpected(state)
}

function ApplianceList({ brand }: Pick<PageRouteDependencies, 'brand'>) {
  // A link from the list to itself also resets the page.
  const { key } = useLocation()
  const userCountry = useSelector(selectCountry)
  return <AppliancesPage key={key} context={{ brand, userCountry }} />
}

async function loadAdd({ brand, addTexts }: PageRouteDependencies) {
  const { AddAppliancePage, loadClaimTexts } = await import('#client/appliances/add/add-appliance-page.tsx')
  await addTexts(loadClaimTexts)
  return <AddAppliancePage brand={brand} />
}

async function loadHistory({ addTexts }: PageRouteDependencies) {
  const { HistoryPage, loadDataExportTexts, loadFaultTexts, loadHistoryTexts } =
    await import('#client/appliances/history/history-page.tsx')
  await Promise.all([loadHistoryTexts, loadFaultTexts, loadDataExportTexts].map(addTexts))
  return <HistoryPage />
}

async function loadAccess({ addTexts, openFile }: PageRouteDependencies) {
  const [{ AccessPage, loadAccessTexts }, { ReceiptsRegion, loadReceiptTexts }] = await Promise.all([
    import('#client/appliances/access/access-page.tsx'),
    import('#client/receipts/receipts-region.tsx'),
  ])
  await Promise.all([loadAccessTexts, loadReceiptTexts].map(addTexts))
  const receipts = (appliance: Appliance) => <ReceiptsRegion appliance={appliance} openFile={openFile} />
  return <AccessPage receipts={receipts} />
}

async function loadHandover({ addTexts }: PageRouteDependencies) {
  const { HandoverPage, loadAccessTexts } = await import('#client/appliances/access/handover/handover-page.tsx')
  await addTexts(loadAccessTexts)
  return <HandoverPage />
}

async function loadJoin({ addTexts }: PageRouteDependencies) {
  const { JoinPage, loadAccessTexts } = await import('#client/appliances/access/join-page.tsx')
  await addTexts(loadAccessTexts)
  return <JoinPage />
}

async function loadSharing({ leaveFor, addTexts }: PageRouteDependencies) {
  const { SharingPage, loadSharingTexts } = await import('#client/sharing/sharing-page.tsx')
  await addTexts(loadSharingTexts)
  return <SharingPage leaveFor={leaveFor} />
}

async function loadStartTakeover({ addTexts }: PageRouteDependencies) {
  const { StartTakeoverPage, loadAccessTexts, loadClaimTexts } =
    await import('#client/appliances/add/start-takeover-page.tsx')
  await Promise.all([loadAccessTexts, loadClaimTexts].map(addTexts))
  return <StartTakeoverPage />
}

async function loadTakeoverPage({ addTexts }: PageRouteDependencies) {
  const { TakeoverPage, loadAccessTexts, loadClaimTexts } =
    await import('#client/appliances/access/takeover/takeover-page.tsx')
  await Promise.all([loadAccessTexts, loadClaimTexts].map(addTexts))
  return <TakeoverPage />
}

async function loadFault({ brand, addTexts }: PageRouteDependencies) {
  const [{ FaultPage, loadFaultTexts }, notFound] = await Promise.all([
    import('#client/appliances/faults/fault-page.tsx'),
    loadNotFound(),
  ])
  await addTexts(loadFaultTexts)
  return <FaultPage brand={brand} notFound={notFound} />
}

async function loadNotFound() {
  const { NotFoundPage } = await import('#client/errors/not-found-page.tsx')
  return <NotFoundPage />
}

async function loadDataExport({ brand, openFile, loadExports, addTexts }: PageRouteDependencies) {
  const [{ DataExportPage, loadDataExportTexts }, startExports] = await Promise.all([
    import('#client/appliances/data-export/data-export-page.tsx'),
    loadExports(),
  ])
  await addTexts(loadDataExportTexts)
  // Only after all parts are loaded: after a failure the route loads again.
  startExports()
  return <DataExportPage openFile={openFile} brand={brand} />
}

async function addTermsTexts({ addTexts }: Pick<PageRouteDependencies, 'addTexts'>): Promise<void> {
  const { loadTermsTexts } = await import('#client/i18n/late-texts.ts')
  await addTexts(loadTermsTexts)
}

function receiptsRoute({ fetch, addTexts }: PageRouteDependencies): PageRoute {
  return {
    path: 'receipts',
    handle: titled('receipts.verify.title'),
    load: async () => {
      const { ReceiptsPage, loadReceiptTexts } = await import('#client/receipts/receipts-page.tsx')
      await addTexts(loadReceiptTexts)
      return <ReceiptsPage fetch={fetch} keeping={browserStorage('localStorage')} />
    },
  }
}

function termsRoutes({ brand, guards, logOut, addTexts }: PageRouteDependencies): PageRoute[] {
  const route = {
    handle: titled('terms.title'),
    enter: guards.enterTerms,
    load: async () => {
      const [{ TermsPage }] = await Promise.all([import('#client/terms/terms-page.tsx'), addTermsTexts({ addTexts })])
      const show = (userCountry: Country | null) => (
        <TermsPage available={brand.countries} userCountry={userCountry} onLogOut={logOut} />
      )
      return <From select={selectCountry} show={show} />
    },
  }
  return [
    { path: 'accept-tos', ...route },
    { path: 'external-accept-tos', ...route },
  ]
}

function accountRoutes(dependencies: PageRouteDependencies): PageRoute[] {
  const { brand, guards, log, addTexts } = dependencies
  return [
    {
      path: 'account',
      handle: titled('account.title'),
      enter: guards.enterAccount,
      load: async () => {
        const [{ AccountPage, loadAccountTexts }, { NoticeSettingsSlot }, { OwnAccountSlot }] = await Promise.all([
          import('#client/account/account-page.tsx'),
          import('./notice-settings-slot.tsx'),
          import('./own-account-slot.tsx'),
        ])
        await addTexts(loadAccountTexts)
        const warn = (error: unknown) => log.warn('The language could not be loaded', error)
        const noticeSettings = <NoticeSettingsSlot dependencies={dependencies} />
        const { logOut, openFile } = dependencies
        const ownAccount = <OwnAccountSlot logOut={logOut} openFile={openFile} />
        return <AccountPage onLanguageFailed={warn} noticeSettings={noticeSettings} ownAccount={ownAccount} />
      },
    },
    {
      path: 'account-add',
      handle: titled('account.add.title'),
      enter: guards.enterAccountAdd,
      load: async () => {
        const { AccountAddPage, loadAccountTexts } = await import('#client/account/account-page.tsx')
        await addTexts(loadAccountTexts)
        return <AccountAddPage />
      },
    },
    {
      path: 'info',
      handle: titled('info.title'),
      enter: guards.enterInfo,
      load: async () => {
        const { InfoPage } = await import('#client/info/info-page.tsx')
        const show = (userCountry: Country | null) => <InfoPage userCountry={userCountry} available={brand.countries} />
        return <From select={selectCountry} show={show} />
      },
    },
  ]
}

function helpRoutes({ brand, guards, addTexts }: PageRouteDependencies): PageRoute[] {
  const addHelpTexts = async () => addTexts((await import('#client/i18n/late-texts.ts')).loadHelpTexts)
  return [
    {
      path: 'help',
      handle: titled('help.title'),
      enter: guards.enterHelp,
      load: async () => {
        const [{ HelpPage }] = await Promise.all([import('#client/help/help-page.tsx'), addHelpTexts()])
        const show = (appliances: readonly Appliance[]) => (
          <Help page={HelpPage} brand={brand} appliances={appliances} />
        )
        return <From select={selectAppliances} show={show} />
      },
    },
    {
      path: 'help/accessibility',
      handle: titled('accessibility.title'),
      load: async () => {
        const [{ AccessibilityPage }] = await Promise.all([
          import('#client/help/accessibility-page.tsx'),
          addHelpTexts(),
        ])
        return <AccessibilityPage brand={brand} />
      },
    },
  ]
}

type HelpProps = { page: ComponentType<ContactProps>; brand: BrandSettings; appliances: readonly Appliance[] }

function Help({ page: Page, brand, appliances }: HelpProps) {
  const { t } = useTexts()
  const named = appliances.map((appliance) => ({
    id: appliance.id,
    name: applianceName(appliance, t),
    serial: appliance.credentials.serial,
  }))
  return <Page brand={brand} appliances={named} />
}

function noticesRoute({ guards, ...dependencies }: PageRouteDependencies): PageRoute {
  return {
    path: 'notices',
    handle: titled('notices.title'),
    enter: guards.enterAccount,
    load: async () => {
      const [{ NoticesPage }] = await Promise.all([
        import('#client/notices/notices-page.tsx'),
        addNotices(dependencies),
      ])
      return <NoticesPage />
    },
  }
}

function policyRoutes({ fetch, addTexts }: PageRouteDependencies): PageRoute[] {
  return [
    {
      path: 'policies/:lang/:country/:pagePath',
      handle: { title: ({ pagePath }) => policyTitle(pagePath) } satisfies RouteHandle,
      load: async () => {
        const [{ PolicyPage }, notFound] = await Promise.all([
          import('#client/policies/policy-page.tsx'),
          loadNotFound(),
          addTermsTexts({ addTexts }),
        ])
        const show = (isSignedIn: boolean) => <PolicyPage fetch={fetch} notFound={notFound} isSignedIn={isSignedIn} />
        return <From select={mayBeSignedIn} show={show} />
      },
    },
  ]
}

function signInRoutes({ brand }: PageRouteDependencies): PageRoute[] {
  return [
    {
      path: 'auth-failed',
      handle: titled('sign-in.failed'),
      load: async () => {
        const { AuthFailedPage } = await import('#client/sign-in/failed-sign-in-pages.tsx')
        return <AuthFailedPage />
      },
    },
    {
      path: 'auth-expired',
      handle: titled('sign-in.expired'),
      load: async () => {
        const { AuthExpiredPage } = await import('#client/sign-in/failed-sign-in-pages.tsx')
        return <AuthExpiredPage />
      },
    },
    { path: 'auth-complete', handle: titled('sign-in.complete'), element: <AuthCompletePage /> },
    {
      path: 'unauthorized',
      handle: titled('sign-in.unauthorized'),
      element: <UnauthorizedPage brand={brand} />,
      isUrgent: true,
    },
  ]
}

function errorRoutes({ brand }: PageRouteDependencies): PageRoute[] {
  const notFound = { handle: titled('not-found.title'), load: loadNotFound }
  return [
    { path: 'error', handle: titled('error.title'), element: <ErrorPage brand={brand} /> },
    { path: 'not-found', ...notFound },
    { path: '*', ...notFound },
  ]
}

function titled(title: FirstMessageId): RouteHandle {
  return { title }
}
