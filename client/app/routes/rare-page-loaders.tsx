import type { ComponentType, ReactNode } from 'react'
import { useSelector } from 'react-redux'
import type { BrandSettings } from '#brands/brand.ts'
import { selectCountry } from '#client/account/account-slice.ts'
import { type Appliance, applianceNameOf } from '#client/appliances/state/appliance.ts'
import { selectAppliances } from '#client/appliances/state/appliances-state.ts'
import { getBrowserStorage } from '#client/browser-storage.ts'
import type { ContactSectionProps } from '#client/help/contact-section.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { selectIsSessionExpected, selectIsSignedIn } from '#client/sign-in/session.ts'
import type { Country } from '#contract/countries.ts'
import { loadNoticeParts } from '../notice-parts.ts'
import type { PageRouteDependencies } from './route-dependencies.ts'
import type { State } from '../store.ts'

// Each function loads the code and the texts of a page that people seldom open, and returns its element.

export async function loadNotFoundPage() {
  const { NotFoundPage } = await import('#client/errors/not-found-page.tsx')
  return <NotFoundPage />
}

export async function loadAuthFailedPage() {
  const { AuthFailedPage } = await import('#client/sign-in/failed-sign-in-pages.tsx')
  return <AuthFailedPage />
}

export async function loadAuthExpiredPage() {
  const { AuthExpiredPage } = await import('#client/sign-in/failed-sign-in-pages.tsx')
  return <AuthExpiredPage />
}

export async function loadTermsPage({ brand, logOut, addTexts }: PageRouteDependencies) {
  const [{ TermsPage }] = await Promise.all([import('#client/terms/terms-page.tsx'), addTermsTexts({ addTexts })])
  const show = (userCountry: Country | null) => (
    <TermsPage available={brand.countries} userCountry={userCountry} onLogOut={logOut} />
  )
  return <StoreValue select={selectCountry} show={show} />
}

export async function loadPolicyPage({ fetch, addTexts }: PageRouteDependencies) {
  const [{ PolicyPage }, notFound] = await Promise.all([
    import('#client/policies/policy-page.tsx'),
    loadNotFoundPage(),
    addTermsTexts({ addTexts }),
  ])
  const show = (isSignedIn: boolean) => <PolicyPage fetch={fetch} notFound={notFound} isSignedIn={isSignedIn} />
  return <StoreValue select={mayBeSignedIn} show={show} />
}

function mayBeSignedIn(state: State): boolean {
  return selectIsSignedIn(state) || selectIsSessionExpected(state)
}

export async function loadAccountPage(dependencies: PageRouteDependencies) {
  const { log, addTexts, logOut, openFile } = dependencies
  const [{ AccountPage, loadAccountTexts }, { NoticeSettingsSlot }, { AccountDataSlot }] = await Promise.all([
    import('#client/account/account-page.tsx'),
    import('../notice-settings-slot.tsx'),
    import('../account-data-slot.tsx'),
  ])
  await addTexts(loadAccountTexts)
  const warn = (error: unknown) => log.warn('The language could not be loaded', error)
  const noticeSettings = <NoticeSettingsSlot dependencies={dependencies} />
  const ownAccount = <AccountDataSlot logOut={logOut} openFile={openFile} />
  return <AccountPage onLanguageFailed={warn} noticeSettings={noticeSettings} ownAccount={ownAccount} />
}

export async function loadAccountAddPage({ addTexts }: PageRouteDependencies) {
  const { AccountAddPage, loadAccountTexts } = await import('#client/account/account-page.tsx')
  await addTexts(loadAccountTexts)
  return <AccountAddPage />
}

export async function loadHelpPage({ brand, addTexts }: PageRouteDependencies) {
  const [{ HelpPage }] = await Promise.all([import('#client/help/help-page.tsx'), addHelpTexts({ addTexts })])
  const show = (appliances: readonly Appliance[]) => <Help page={HelpPage} brand={brand} appliances={appliances} />
  return <StoreValue select={selectAppliances} show={show} />
}

export async function loadAccessPage({ addTexts, openFile, brand }: PageRouteDependencies) {
  const [{ AccessPage, loadAccessTexts, loadSharingTexts }, { ReceiptsRegion, loadReceiptTexts }] = await Promise.all([
    import('#client/appliances/access/access-page.tsx'),
    import('#client/receipts/receipts-region.tsx'),
  ])
  await Promise.all([loadAccessTexts, loadReceiptTexts, loadSharingTexts].map(addTexts))
  const receipts = (appliance: Appliance) => (
    <ReceiptsRegion appliance={appliance} openFile={openFile} brandName={brand.name} />
  )
  return <AccessPage receipts={receipts} brand={brand} />
}

export async function loadHandoverPage({ addTexts }: PageRouteDependencies) {
  const { HandoverPage, loadAccessTexts } = await import('#client/appliances/access/handover/handover-page.tsx')
  await addTexts(loadAccessTexts)
  return <HandoverPage />
}

export async function loadJoinPage({ addTexts }: PageRouteDependencies) {
  const { JoinPage, loadAccessTexts } = await import('#client/appliances/access/join-page.tsx')
  await addTexts(loadAccessTexts)
  return <JoinPage />
}

export async function loadDevelopersPage({ fetch }: PageRouteDependencies) {
  const { DevelopersPage } = await import('#client/developers/developers-page.tsx')
  return <DevelopersPage fetch={fetch} origin={window.location.origin} />
}

export async function loadSharingPage({ leaveFor, addTexts }: PageRouteDependencies) {
  const { SharingPage, loadSharingTexts } = await import('#client/sharing/sharing-page.tsx')
  await addTexts(loadSharingTexts)
  return <SharingPage leaveFor={leaveFor} />
}

export async function loadStartTakeoverPage({ addTexts }: PageRouteDependencies) {
  const { StartTakeoverPage, loadAccessTexts, loadClaimTexts } =
    await import('#client/appliances/claim/start-takeover-page.tsx')
  await Promise.all([loadAccessTexts, loadClaimTexts].map(addTexts))
  return <StartTakeoverPage />
}

export async function loadTakeoverPage({ addTexts }: PageRouteDependencies) {
  const { TakeoverPage, loadAccessTexts, loadClaimTexts } =
    await import('#client/appliances/access/takeover/takeover-page.tsx')
  await Promise.all([loadAccessTexts, loadClaimTexts].map(addTexts))
  return <TakeoverPage />
}

export async function loadReceiptVerificationPage({ fetch, addTexts }: PageRouteDependencies) {
  const { ReceiptVerificationPage, loadReceiptTexts, loadSharingTexts } =
    await import('#client/receipts/receipt-verification-page.tsx')
  await Promise.all([loadReceiptTexts, loadSharingTexts].map(addTexts))
  return <ReceiptVerificationPage fetch={fetch} keeping={getBrowserStorage('localStorage')} />
}

export async function loadNoticesPage(dependencies: PageRouteDependencies) {
  const [{ NoticesPage }] = await Promise.all([
    import('#client/notices/notices-page.tsx'),
    loadNoticeParts(dependencies),
  ])
  return <NoticesPage />
}

export async function loadInfoPage({ brand }: PageRouteDependencies) {
  const { InfoPage } = await import('#client/info/info-page.tsx')
  const show = (userCountry: Country | null) => <InfoPage userCountry={userCountry} available={brand.countries} />
  return <StoreValue select={selectCountry} show={show} />
}

export async function loadAccessibilityPage({ brand, addTexts }: PageRouteDependencies) {
  const [{ AccessibilityPage }] = await Promise.all([
    import('#client/help/accessibility-page.tsx'),
    addHelpTexts({ addTexts }),
  ])
  return <AccessibilityPage brand={brand} />
}

export async function loadDataExportPage({ brand, openFile, loadExports, addTexts }: PageRouteDependencies) {
  const [{ DataExportPage, loadDataExportTexts }, startExports] = await Promise.all([
    import('#client/appliances/data-export/data-export-page.tsx'),
    loadExports(),
  ])
  await addTexts(loadDataExportTexts)
  // Starts the effects only after everything is loaded, because the route is loaded again after a failure.
  startExports()
  return <DataExportPage openFile={openFile} brand={brand} />
}

export async function loadFaultPage({ brand, addTexts }: PageRouteDependencies) {
  const [{ FaultPage, loadFaultTexts }, notFound] = await Promise.all([
    import('#client/appliances/faults/fault-page.tsx'),
    loadNotFoundPage(),
  ])
  await addTexts(loadFaultTexts)
  return <FaultPage brand={brand} notFound={notFound} />
}

type HelpProps = { page: ComponentType<ContactSectionProps>; brand: BrandSettings; appliances: readonly Appliance[] }

function Help({ page: Page, brand, appliances }: HelpProps) {
  const { t } = useTexts()
  const namedAppliances = appliances.map((appliance) => ({
    id: appliance.id,
    name: applianceNameOf(appliance, t),
    serial: appliance.credentials.serial,
  }))
  return <Page brand={brand} appliances={namedAppliances} />
}

async function addHelpTexts({ addTexts }: Pick<PageRouteDependencies, 'addTexts'>): Promise<void> {
  const { loadHelpTexts } = await import('#client/i18n/late-texts.ts')
  await addTexts(loadHelpTexts)
}

async function addTermsTexts({ addTexts }: Pick<PageRouteDependencies, 'addTexts'>): Promise<void> {
  const { loadTermsTexts } = await import('#client/i18n/late-texts.ts')
  await addTexts(loadTermsTexts)
}

/** Shows an element that depends on a value of the store. Pages use it for the values of other features. */
function StoreValue<Value>({ select, show }: { select(state: State): Value; show(value: Value): ReactNode }) {
  return show(useSelector(select))
}
