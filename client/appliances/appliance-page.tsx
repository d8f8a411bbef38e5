import { useSelector } from 'react-redux'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { usePathParams } from '#client/router/router-context.ts'
import { PageHeading, type PageHeadingProps } from '#client/ui/page-heading/page-heading.tsx'
import { SerialInText } from '#client/ui/serial-number/serial-in-text.tsx'
import { type Appliance, applianceNameOf, formatGatewayId } from './state/appliance.ts'
import { selectAppliance, type WithAppliances } from './state/appliances-state.ts'

/**
 * Returns the appliance that the path of the page names. It is undefined if the person's access has ended since the
 * page was opened.
 */
export function useApplianceOfPath(): Appliance | undefined {
  const { gatewayId = '' } = usePathParams()
  return useSelector((state: WithAppliances) => selectAppliance(state, gatewayId))
}

export type ApplianceHeadingProps = Pick<PageHeadingProps, 'title' | 'back'> & {
  appliance: Appliance
  /** The text below the title. The default is the name of the appliance and its serial number. */
  lead?: string
  /** Further texts at the end of the default lead. */
  more?: readonly string[]
}

/** The heading of a page about one appliance. By default it links back to the list. */
export function ApplianceHeading({ appliance, title, back, lead, more = [] }: ApplianceHeadingProps) {
  const { t } = useTexts()
  const names = [applianceNameOf(appliance, t), formatGatewayId(appliance, t), ...more].join(' · ')
  return (
    <PageHeading
      title={title}
      lead={<SerialInText serial={appliance.credentials.serial}>{lead ?? names}</SerialInText>}
      back={back ?? { href: '/appliances', label: t('shell.back-to-appliances') }}
    />
  )
}
