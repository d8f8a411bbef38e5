import { useCallback, useState } from 'react'
import { useSelector } from 'react-redux'
import { useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { changeHistoryEntryState, readHistoryEntryState } from '#client/interaction/history-entry-state.ts'
import { focusRegionProps } from '#client/interaction/focus-region.ts'
import { useLocation } from '#client/router/router-context.ts'
import { Button } from '#client/ui/button/button.tsx'
import { useLazyComponent } from '#client/ui/loaded-part/use-lazy-component.ts'
import { type Appliance, applianceNameOf } from '../state/appliance.ts'
import { parseCardLink } from '../card-link.ts'
import { idsWithNextSteps } from '../state/ids-with-next-steps.ts'
import { invitationHash, selectInvitationApplianceId } from '../provider/invitation/invitation-appliance.ts'
import { searchAppliances } from './many/search-appliances.ts'
import { useDrawnCardCount } from './many/use-drawn-card-count.ts'
import { useCardFolding } from './many/card-folding.ts'
import { LongListCard } from './long-list-card.tsx'
import styles from './many/many.module.css'
import { createListArrangement, sortByListArrangement, hasUrgentBelowOthers } from './many/list-arrangement.ts'
import pageStyles from './appliances-page.module.css'
import { ConditionSummary } from './many/condition-summary.tsx'

/** The minimum length of a list with a search. Specification 2.6. */
const searchedFrom = 8

/**
 * `drawnFirst`: the number of cards that are complete in the first frame. In a list longer than `allDrawnUpTo`, only
 * the cards near the screen become complete.
 */
const drawnFirst = 6
const allDrawnUpTo = 30

const loadSearch = () => import('./many/appliance-search.tsx').then(({ ApplianceSearch }) => ApplianceSearch)

export type ManyAppliancesProps = { appliances: readonly Appliance[] }

/**
 * The list of a person with many appliances: those that need attention come first, and most of the others start folded.
 * The order is fixed when the list opens, and changes only when the person presses a button. Specification 2.6.
 */
export function ManyAppliances({ appliances }: ManyAppliancesProps) {
  const { t, locale } = useTexts()
  const now = useNow()
  const nameOf = useCallback((each: Appliance) => applianceNameOf(each, t), [t])
  const [arrangement, setArrangement] = useState(() => createListArrangement(appliances, { nameOf, locale, now }))
  const [query, setQuery] = useQuery()
  const { chosen, choose } = useCardFolding()
  // The card of a new appliance contains its next steps. The card stays unfolded after they are done, until the list is
  // opened again.
  const [added] = useState(() => new Set(idsWithNextSteps.all()))
  const linkedAppliance = useLinkedAppliance()
  const isSearched = appliances.length >= searchedFrom
  const search = useLazyComponent(loadSearch, isSearched)
  const all = sortByListArrangement(appliances, arrangement)
  const shownAppliances = isSearched ? searchAppliances(all, query, nameOf) : all
  const drawnCardCount = useDrawnCardCount(shownAppliances.length)
  const isOpenAtFirst = ({ id }: Appliance) => arrangement.urgent.has(id) || added.has(id)
  return (
    <>
      <div className={styles.head} {...focusRegionProps}>
        <ConditionSummary appliances={appliances} />
        {hasUrgentBelowOthers(all, now) && (
          <Button
            variant="secondary"
            onPress={() => setArrangement(createListArrangement(appliances, { nameOf, locale, now }))}
          >
            {t('appliances.show-first')}
          </Button>
        )}
      </div>
      {isSearched && (
        <div className={styles.search}>
          {search && (
            <search.Component query={query} onQuery={setQuery} found={shownAppliances.length} total={all.length} />
          )}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari does not treat a list without bullets as a list */}
      <ul role="list" className={`${pageStyles.grid} ${styles.list}`}>
        {shownAppliances.slice(0, drawnCardCount).map((appliance, index) => (
          <LongListCard
            key={appliance.id}
            appliance={appliance}
            isUnfolded={appliance.id === linkedAppliance || (chosen[appliance.id] ?? isOpenAtFirst(appliance))}
            startsNear={index < drawnFirst || appliance.id === linkedAppliance}
            isAlwaysDrawn={appliances.length <= allDrawnUpTo || appliance.id === linkedAppliance}
            onFold={choose}
          />
        ))}
      </ul>
    </>
  )
}

/** Returns the search text, which is restored with the history entry, and the function that changes it. */
function useQuery(): [string, (query: string) => void] {
  const [query, setQuery] = useState(() => readHistoryEntryState().query ?? '')
  return [
    query,
    (next) => {
      setQuery(next)
      changeHistoryEntryState({ query: next })
    },
  ]
}

/**
 * Returns the id of the appliance that the URL names by its card or by the invitation on its card; undefined if the URL
 * names no appliance.
 */
function useLinkedAppliance(): string | undefined {
  const { hash } = useLocation()
  const invitedId = useSelector(selectInvitationApplianceId)
  return hash === invitationHash ? invitedId : parseCardLink(hash)?.applianceId
}
