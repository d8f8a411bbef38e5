import type { ComponentType } from 'react'
import type { BrandSettings } from '#brands/brand.ts'
import { type Appliance, applianceName } from '#client/appliances/appliance.ts'
import { selectAppliances } from '#client/appliances/appliances-state.ts'
import type { ContactProps } from '#client/help/contact.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { PageRoute } from '#client/router/route.ts'
import type { PageRouteDependencies } from './route-dependencies.ts'
import { From, titled } from './route-parts.tsx'

export function helpRoutes({ brand, guards, addTexts }: PageRouteDependencies): PageRoute[] {
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
