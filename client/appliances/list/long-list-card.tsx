import { memo } from 'react'
import { useSelector } from 'react-redux'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ChevronIcon } from '#client/icons/action-icons.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Card } from '#client/ui/card/card.tsx'
import { SerialInText } from '#client/ui/serial-number/serial-in-text.tsx'
import { statusTones } from '#client/ui/status-chip/status-chip.tsx'
import { ApplianceCardBody } from '../card/appliance-card.tsx'
import { ApplianceFrame } from '../card/appliance-frame.tsx'
import { type Appliance, applianceNameOf, formatGatewayId } from '../state/appliance.ts'
import { selectApplianceProgress, type WithAppliances } from '../state/appliances-state.ts'
import { selectAreValuesOutdated } from '../state/freshness.ts'
import { formatTemperatures } from '../readings/reading-words.ts'
import { mergeReadings, selectReadings, type WithReadings } from '../readings/readings-slice.ts'
import styles from './many/many.module.css'
import { useNearScreen } from './many/use-near-screen.ts'

export type LongListCardProps = {
  appliance: Appliance
  isUnfolded: boolean
  /** Whether the whole card is drawn in the first frame. */
  startsNear: boolean
  /** Whether the whole card is drawn even if it is far outside the screen. */
  isAlwaysDrawn: boolean
  onFold(id: string, isUnfolded: boolean): void
}

/** An appliance of a long list. Near the screen it is a whole card, elsewhere a short card with searchable text. */
export const LongListCard = memo(function Listed(props: LongListCardProps) {
  const { appliance, startsNear, isAlwaysDrawn } = props
  const { id } = appliance
  const isEditing = useSelector((state: WithAppliances) =>
    Object.values(selectApplianceProgress(state, id).isEditing).includes(true),
  )
  const isUnfolded = props.isUnfolded || isEditing
  const name = `${id} ${isUnfolded ? 'unfolded' : 'folded'}`
  const { item, isNear, height } = useNearScreen({ name, startsNear, stays: isAlwaysDrawn || isEditing })
  return (
    <li ref={item} data-unfolded={isUnfolded || undefined} style={height === null ? undefined : { minHeight: height }}>
      {isNear || isEditing ? (
        <ApplianceFrame appliance={appliance} isFolded={!isUnfolded}>
          {!isEditing && <FoldRow {...props} />}
          {isUnfolded && <ApplianceCardBody appliance={appliance} />}
        </ApplianceFrame>
      ) : (
        <DistantCard appliance={appliance} />
      )}
    </li>
  )
})

/**
 * A card far from the screen. It has few elements and a text. The search of the browser and the list of headings in a
 * screen reader need the text.
 */
function DistantCard({ appliance }: Pick<LongListCardProps, 'appliance'>) {
  const { t } = useTexts()
  const { applianceStatus } = appliance
  const isOld = useSelector(selectAreValuesOutdated)
  const status = t(`appliance.status.${applianceStatus}`)
  return (
    <Card
      title={applianceNameOf(appliance, t)}
      tone={statusTones[applianceStatus]}
      isOld={isOld}
      meta={
        <SerialInText
          serial={appliance.credentials.serial}
        >{`${formatGatewayId(appliance, t)} · ${status}`}</SerialInText>
      }
    />
  )
}

/** The summary on a folded card, and the button that unfolds it. */
function FoldRow({ appliance, isUnfolded, onFold }: LongListCardProps) {
  const { t } = useTexts()
  const fold = () => onFold(appliance.id, !isUnfolded)
  return (
    <div className={styles.row} data-folded={!isUnfolded || undefined}>
      {!isUnfolded && <FoldedValues appliance={appliance} />}
      <Button variant="quiet" icon={<ChevronIcon size={20} />} isExpanded={isUnfolded} onPress={fold}>
        {t(isUnfolded ? 'appliance.hide-details' : 'appliance.show-details')}
      </Button>
    </div>
  )
}

const shownFolded = ['roomTemperature', 'outdoorTemperature']

function FoldedValues({ appliance: { id, applianceType } }: Pick<LongListCardProps, 'appliance'>) {
  const { t, locale } = useTexts()
  const now = useSelector((state: WithReadings) => selectReadings(state, id))
  const isOld = useSelector(selectAreValuesOutdated)
  const words = formatTemperatures(now ? mergeReadings(now) : {}, applianceType, { t, locale })
  return (
    <dl className={styles.values} data-old={isOld || undefined}>
      {words
        .filter((each) => shownFolded.includes(each.id))
        .map(({ id: key, name, value }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
    </dl>
  )
}
