import {
  type MeasuredView,
  type TimesToContent,
  type ColdAndWarmTimes,
  measureTimeToContent,
} from './first-card/time-to-content.ts'
import { runWithBenchPages } from './page/bench-pages.ts'
import { type FigureLimit, limitOfBaselineAgainstItself, printFigure, printRatio } from './print-figures.ts'
import { type RoundValues, measureInTurns, median } from './measure-in-turns.ts'

// Measures how long a person on a phone waits for content: the first real card of the owner's list, and the first words
// of a page without sign-in and of a legal text.
//
// The baseline is a React page that shows the same card from one request, built by the same Vite and served in the same
// way. Skeletons do not count. The card is visible before the script of the page has loaded, and reacts to clicks only
// afterwards. The benchmark prints both times.
const rounds = 7
const visits = ['cold', 'warm'] as const
/** The limits, in seconds, of the time until the content is visible. */
const seenLimits = { cold: { atMost: 2 }, warm: { atMost: 1.2 } }
const aliveLimits = { cold: { atMost: 1.3 }, warm: { atMost: 1.8 } }
const signedOutLimits = { cold: { atMost: 1.8 }, warm: { atMost: 1.5 } }

await runWithBenchPages(async ({ browser, portalUrl, bareUrl, cookies }) => {
  const measure = (view: MeasuredView) => () => measureTimeToContent(browser, view)
  const times = await measureInTurns(
    {
      baseline: measure({ url: bareUrl, shows: 'article' }),
      list: measure({ url: `${portalUrl}/appliances`, shows: 'article', cookies }),
      signedOut: measure({ url: `${portalUrl}/auth-failed`, shows: 'h1' }),
      legal: measure({ url: `${portalUrl}/policies/en/GB/imprint`, shows: 'article' }),
      baselineAgain: measure({ url: bareUrl, shows: 'article' }),
    },
    rounds,
  )
  for (const visit of visits) print(visit, times)
})

type Name = 'baseline' | 'list' | 'signedOut' | 'legal' | 'baselineAgain'
type Visit = (typeof visits)[number]

function print(visit: Visit, times: RoundValues<Name, ColdAndWarmTimes>): void {
  const secondsOf = (name: Name, moment: keyof TimesToContent = 'alive') =>
    times[name].map((each) => each[visit][moment] / 1000)
  const bare = secondsOf('baseline')
  const seconds = (values: readonly number[]) => `${median(values).toFixed(2)} s`
  const compare = (label: string, ours: readonly number[], limit: FigureLimit) =>
    printRatio(`${label}, ${visit}, against a bare page`, [ours, bare], {
      limit,
      figures: `baseline ${seconds(bare)}; ours ${seconds(ours)}`,
    })
  const seen = secondsOf('list', 'seen')
  printFigure(`first card of the list seen, ${visit}`, seen, {
    unit: 's',
    digits: 2,
    limit: seenLimits[visit],
    figures: `a bare page ${seconds(bare)}`,
  })
  compare('first card of the list seen', seen, null)
  compare('first card of the list alive', secondsOf('list'), aliveLimits[visit])
  compare('signed out', secondsOf('signedOut'), signedOutLimits[visit])
  compare('a legal text', secondsOf('legal'), null)
  compare('the bare page', secondsOf('baselineAgain'), limitOfBaselineAgainstItself)
}
