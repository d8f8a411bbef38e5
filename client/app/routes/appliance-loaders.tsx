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
