import { type MeasuredView, type Moments, type Times, timeToContent } from './first-card/time-to-content.ts'
import { withPages } from './page/portal.ts'
import { type Bar, barOfSame, printFigure, printRatio } from './print.ts'
import { type Measured, measureInTurns, median } from './turns.ts'

// How long people wait on a phone for what they came for: the first real card of the list for its owner, the first words
// of a page without sign-in and of a legal text. Against React showing the same card from one request, built by the same
// Vite behind the same kind of server. Skeletons do not count. The card of the list is seen before the page's script has come,
// which it takes to press it: both are told.
const rounds = 7
const visits = ['cold', 'warm'] as const
/** Seconds. */
const barsSeen = { cold: { atMost: 2 }, warm: { atMost: 1.2 } }
const barsAlive = { cold: { atMost: 1.3 }, warm: { atMost: 1.8 } }
const barsSignedOut = { cold: { atMost: 1.8 }, warm: { atMost: 1.5 } }

await withPages(async ({ browser, portalUrl, bareUrl, cookies }) => {
  const look = (view: MeasuredView) => () => timeToContent(browser, view)
  const times = await measureInTurns(
    {
      floor: look({ url: bareUrl, shows: 'article' }),
      list: look({ url: `${portalUrl}/appliances`, shows: 'article', cookies }),
      signedOut: look({ url: `${portalUrl}/auth-failed`, shows: 'h1' }),
      legal: look({ url: `${portalUrl}/policies/en/GB/imprint`, shows: 'article' }),
      floorAgain: look({ url: bareUrl, shows: 'article' }),
    },
    rounds,
  )
  for (const visit of visits) print(visit, times)
})

type Name = 'floor' | 'list' | 'signedOut' | 'legal' | 'floorAgain'
type Visit = (typeof visits)[number]

function print(visit: Visit, times: Measured<Name, Times>): void {
  const secondsOf = (name: Name, moment: keyof Moments = 'alive') =>
    times[name].map((each) => each[visit][moment] / 1000)
  const bare = secondsOf('floor')
  const seconds = (values: readonly number[]) => `${median(values).toFixed(2)} s`
  const compare = (what: string, ours: readonly number[], bar: Bar) =>
    printRatio(`${what}, ${visit}, against a bare page`, [ours, bare], {
      bar,
      figures: `floor ${seconds(bare)}; ours ${seconds(ours)}`,
    })
  const seen = secondsOf('list', 'seen')
  printFigure(`first card of the list seen, ${visit}`, seen, {
    unit: 's',
    digits: 2,
    bar: barsSeen[visit],
    figures: `a bare page ${seconds(bare)}`,
  })
  compare('first card of the list seen', seen, null)
  compare('first card of the list alive', secondsOf('list'), barsAlive[visit])
  compare('signed out', secondsOf('signedOut'), barsSignedOut[visit])
  compare('a legal text', secondsOf('legal'), null)
  compare('the bare page', secondsOf('floorAgain'), barOfSame)
}
