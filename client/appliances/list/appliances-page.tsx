import { useSelector } from 'react-redux'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { AddIcon } from '#client/icons/action-icons.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { usePreloadablePart } from '#client/ui/loaded-part/preloadable-part.ts'
import { useLazyComponent } from '#client/ui/loaded-part/use-lazy-component.ts'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Skeleton } from '#client/ui/skeleton/skeleton.tsx'
import { minLongListLength } from '#contract/long-list.ts'
import { ApplianceCard } from '../card/appliance-card.tsx'
import { type CardSettings, CardSettingsProvider } from '../card-settings.tsx'
import styles from './appliances-page.module.css'
import { selectAppliances } from '../state/appliances-state.ts'
import type { ManyAppliancesProps } from './many-appliances.tsx'
import { lazyManyAppliances } from './lazy-many-appliances.ts'
import { useDrawnCardCount } from './many/use-drawn-card-count.ts'

/** The widest screens have three cards in a row. */
const maxColumns = 3

/** Loads on demand, because few people see an empty list: without appliances, the page opens the form that adds one. */
const loadNone = () => import('./no-appliances.tsx').then(({ NoAppliances }) => NoAppliances)

/** The page with the list of the person's appliances. Specification 2.6. */
export function AppliancesPage({ context }: { context: CardSettings }) {
  const { t } = useTexts()
  const appliances = useSelector(selectAppliances)
  const none = useLazyComponent(loadNone, appliances.length === 0, true)
  return (
    <CardSettingsProvider value={context}>
      <div data-columns={Math.min(appliances.length, maxColumns)}>
        <PageHeading title={t('appliances.title')} action={<AddButton isFirst={appliances.length === 0} />} />
        {appliances.length === 0 && none && <none.Component />}
        {appliances.length < minLongListLength ? <Few appliances={appliances} /> : <Many appliances={appliances} />}
      </div>
    </CardSettingsProvider>
  )
}

function Few({ appliances }: ManyAppliancesProps) {
  const drawnCardCount = useDrawnCardCount(appliances.length)
  return (
    <div className={styles.grid}>
      {appliances.slice(0, drawnCardCount).map((appliance) => (
        <ApplianceCard key={appliance.id} appliance={appliance} />
      ))}
    </div>
  )
}

function Many(props: ManyAppliancesProps) {
  const { t } = useTexts()
  const many = usePreloadablePart(lazyManyAppliances, true, true)
  return many ? <many.Component {...props} /> : <Skeleton label={t('appliances.loading')} />
}

/**
 * The button that adds an appliance. If there are no appliances, it is the main action. Otherwise it is less prominent,
 * because few people add a second appliance.
 */
function AddButton({ isFirst }: { isFirst: boolean }) {
  const { t } = useTexts()
  return (
    <LinkButton
      href="/appliances/add"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <button> opens no new tab
      role="button"
      variant={isFirst ? 'primary' : 'secondary'}
      icon={<AddIcon size={20} />}
      wide
    >
      {t('appliances.add')}
    </LinkButton>
  )
}
