import { useSelector } from 'react-redux'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { AddIcon } from '#client/icons/action-icons.tsx'
import { NoAppliancesPicture } from '#client/icons/state-pictures.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { ApplianceCard } from './appliance-card.tsx'
import { type ApplianceContext, ApplianceContextProvider } from './appliance-context.tsx'
import styles from './appliances-page.module.css'
import { selectAppliances } from './appliances-state.ts'

/** The appliance list. Specification 2.6. */
export function AppliancesPage({ context }: { context: ApplianceContext }) {
  const { t } = useTexts()
  const appliances = useSelector(selectAppliances)
  return (
    <ApplianceContextProvider value={context}>
      <PageHeading title={t('appliances.title')} action={<AddButton />} />
      {appliances.length === 0 && (
        <EmptyState title={t('appliances.empty')} picture={<NoAppliancesPicture />}>
          {t('appliances.empty-text')}
        </EmptyState>
      )}
      <div className={styles.list}>
        {appliances.map((appliance) => (
          <ApplianceCard key={appliance.id} appliance={appliance} />
        ))}
      </div>
    </ApplianceContextProvider>
  )
}

function AddButton() {
  const { t } = useTexts()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <button> opens no new tab
    <LinkButton href="/appliances/add" role="button" icon={<AddIcon size={20} />} wide>
      {t('appliances.add')}
    </LinkButton>
  )
}
