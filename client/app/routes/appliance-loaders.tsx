import type { Appliance } from '#client/appliances/appliance.ts'
import type { PageRouteDependencies } from './route-dependencies.ts'
import { loadNotFoundPage } from './route-parts.tsx'

// Each loads the code and the texts of a page about an appliance.

export async function loadAddPage({ brand, addTexts }: PageRouteDependencies) {
  const { AddAppliancePage, loadClaimTexts } = await import('#client/appliances/add/add-appliance-page.tsx')
  await addTexts(loadClaimTexts)
  return <AddAppliancePage brand={brand} />
}

export async function loadDataExportPage({ brand, openFile, loadExports, addTexts }: PageRouteDependencies) {
  const [{ DataExportPage, loadDataExportTexts }, startExports] = await Promise.all([
    import('#client/appliances/data-export/data-export-page.tsx'),
    loadExports(),
  ])
  await addTexts(loadDataExportTexts)
  // Only after all parts are loaded: after a failure the route loads again.
  startExports()
  return <DataExportPage openFile={openFile} brand={brand} />
}

export async function loadHistoryPage({ addTexts }: PageRouteDependencies) {
  const { HistoryPage, loadDataExportTexts, loadFaultTexts, loadHistoryTexts } =
    await import('#client/appliances/history/history-page.tsx')
  await Promise.all([loadHistoryTexts, loadFaultTexts, loadDataExportTexts].map(addTexts))
  return <HistoryPage />
}

export async function loadFaultPage({ brand, addTexts }: PageRouteDependencies) {
  const [{ FaultPage, loadFaultTexts }, notFound] = await Promise.all([
    import('#client/appliances/faults/fault-page.tsx'),
    loadNotFoundPage(),
  ])
  await addTexts(loadFaultTexts)
  return <FaultPage brand={brand} notFound={notFound} />
}

export async function loadAccessPage({ addTexts, openFile }: PageRouteDependencies) {
  const [{ AccessPage, loadAccessTexts, loadSharingTexts }, { ReceiptsRegion, loadReceiptTexts }] = await Promise.all([
    import('#client/appliances/access/access-page.tsx'),
    import('#client/receipts/receipts-region.tsx'),
  ])
  await Promise.all([loadAccessTexts, loadReceiptTexts, loadSharingTexts].map(addTexts))
  const receipts = (appliance: Appliance) => <ReceiptsRegion appliance={appliance} openFile={openFile} />
  return <AccessPage receipts={receipts} />
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
