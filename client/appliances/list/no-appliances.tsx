import { useTexts } from '#client/i18n/text-provider.tsx'
import { NoAppliancesPicture } from '#client/icons/no-appliances-picture.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'

/** Shown instead of the list if the person has no appliances. Specification 2.6. */
export function NoAppliances() {
  const { t } = useTexts()
  return (
    <EmptyState title={t('appliances.empty')} picture={<NoAppliancesPicture />}>
      {t('appliances.empty-text')}
    </EmptyState>
  )
}
