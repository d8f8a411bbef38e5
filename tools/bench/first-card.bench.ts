import { type MeasuredView, measureTimeToContent } from './first-card/time-to-content.ts'
import { runWithBenchPages } from './page/bench-pages.ts'
import { compareWithBaseline } from './compare-with-baseline.ts'
import { printFigure } from './print-figures.ts'

// Measures how long a person on a phone waits for content: the first real card of the owner's list, and the first
// words of a page without sign-in.
//
// The baseline is a React page that shows the same card from one request, built by the same Vite and served in the
// same way. Skeletons do not count. The card is visible before the script of the page has loaded, and reacts to
// clicks only afterwards; the benchmark prints both times.

/** The limits: of the time until the card is visible in seconds, and of the times until content reacts to clicks as ratios. */
const limits = {
  cold: { seen: { atMost: 2 }, alive: { atMost: 1.3 }, signedOut: { atMost: 1.8 } },
  warm: { seen: { atMost: 1.2 }, alive: { atMost: 1.8 }, signedOut: { atMost: 1.5 } },
}
const visits = ['cold', 'warm'] as const

await runWithBenchPages(async ({ browser, portalUrl, bareUrl, cookies }) => {
  const measure = (view: MeasuredView) => () => measureTimeToContent(browser, view)
  const times = await compareWithBaseline(
    {
      baseline: measure({ url: bareUrl, shows: 'article' }),
      ours: measure({ url: `${portalUrl}/appliances`, shows: 'article', cookies }),
      signedOut: measure({ url: `${portalUrl}/auth-failed`, shows: 'h1' }),
    },
    {
      rounds: 7,
      figures: visits.flatMap((visit) => {
        const alive = { of: (one: Times) => one[visit].alive / 1000, unit: 's', digits: 2 }
        const { alive: limit, signedOut } = limits[visit]
        return [
          { ...alive, label: `first card of the list alive, ${visit}, against a bare page`, limit },
          { ...alive, label: `signed out, ${visit}, against it`, pair: ['signedOut', 'baseline'], limit: signedOut },
        ] as const
      }),
    },
  )
  for (const visit of visits) {
    const seen = times.ours.map((one) => one[visit].seen / 1000)
    const figures = 'on slow 4G'
    printFigure(`first card of the list seen, ${visit}`, seen, {
      unit: 's',
      digits: 2,
      limit: limits[visit].seen,
      figures,
    })
  }
})

type Times = Awaited<ReturnType<typeof measureTimeToContent>>
