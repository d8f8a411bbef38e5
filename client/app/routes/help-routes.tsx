import type { ComponentType } from 'react'
import type { BrandSettings } from '#brands/brand.ts'
import { type Appliance, applianceName } from '#client/appliances/state/appliance.ts'
import { selectAppliances } from '#client/appliances/state/appliances-state.ts'
import type { ContactProps } from '#client/help/contact.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { PageRoute } from '#client/router/route.ts'
import type { PageRouteDependencies } from './route-dependencies.ts'
import { addHelpTexts, StoreValue, importRarePageLoaders, handleWithTitle } from './route-parts.tsx'

export function helpRoutes(dependencies: PageRouteDependencies): PageRoute[] {
  const { brand, guards, addTexts } = dependencies
  return [
    {
      path: 'help',
      handle: handleWithTitle('help.title'),
      enter: guards.enterHelp,
      load: async () => {
        const [{ HelpPage }] = await Promise.all([import('#client/help/help-page.tsx'), addHelpTexts({ addTexts })])
        const show = (appliances: readonly Appliance[]) => (
          <Help page={HelpPage} brand={brand} appliances={appliances} />
        )
        return <StoreValue select={selectAppliances} show={show} />
      },
    },
    {
      path: 'help/accessibility',
      handle: handleWithTitle('accessibility.title'),
      load: async () => (await importRarePageLoaders()).loadAccessibilityPage(dependencies),
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
