import { lazyAfterClaimContent } from '#client/appliances/next-steps/lazy-after-claim-content.ts'
import type { PageRouteDependencies } from './route-dependencies.ts'

// Each function loads the code and the texts of one page about an appliance, and returns its element.

export async function loadAddPage({ brand, addTexts }: PageRouteDependencies) {
  const { AddAppliancePage, loadClaimTexts } = await import('#client/appliances/add/add-appliance-page.tsx')
  await addTexts(loadClaimTexts)
  // Also loads the part that the new card shows first. If this fails, the card loads the part itself.
  lazyAfterClaimContent.load(addTexts).catch(() => undefined)
  return <AddAppliancePage brand={brand} />
}

export async function loadHistoryPage({ addTexts }: PageRouteDependencies) {
  const { HistoryPage, loadDataExportTexts, loadFaultTexts, loadHistoryTexts } =
    await import('#client/appliances/history/history-page.tsx')
  await Promise.all([loadHistoryTexts, loadFaultTexts, loadDataExportTexts].map(addTexts))
  return <HistoryPage />
}
