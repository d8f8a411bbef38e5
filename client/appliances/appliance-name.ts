import type { Translate } from '#client/i18n/text.ts'
import type { Appliance } from './appliance.ts'

/** What a card is called: 'Boiler 1'. Specification 2.6 and 16.5. */
export function applianceName(appliance: Pick<Appliance, 'applianceType' | 'placementInType'>, t: Translate): string {
  const { applianceType, placementInType } = appliance
  return t('appliance.name', { type: t(`appliance.type.${applianceType}`), number: placementInType })
}
