import { selectCountry } from '#client/account/account-slice.ts'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import { browserStorage } from '#client/browser-storage.ts'
import type { Country } from '#contract/countries.ts'
import { loadNoticeParts } from '../notice-bell-slot.tsx'
import type { PageRouteDependencies } from './route-dependencies.ts'
import { addHelpTexts, StoreValue, loadNotFoundPage } from './route-parts.tsx'

// Each function loads the code and the texts of a page that people seldom open, and returns its element.

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
    await import('#client/appliances/add/start-takeover-page.tsx')
  await Promise.all([loadAccessTexts, loadClaimTexts].map(addTexts))
  return <StartTakeoverPage />
}

export async function loadTakeoverPage({ addTexts }: PageRouteDependencies) {
  const { TakeoverPage, loadAccessTexts, loadClaimTexts } =
    await import('#client/appliances/access/takeover/takeover-page.tsx')
  await Promise.all([loadAccessTexts, loadClaimTexts].map(addTexts))
  return <TakeoverPage />
}

export async function loadReceiptsPage({ fetch, addTexts }: PageRouteDependencies) {
  const { ReceiptsPage, loadReceiptTexts, loadSharingTexts } = await import('#client/receipts/receipts-page.tsx')
  await Promise.all([loadReceiptTexts, loadSharingTexts].map(addTexts))
  return <ReceiptsPage fetch={fetch} keeping={browserStorage('localStorage')} />
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
