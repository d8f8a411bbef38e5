import { FailureCallout, type FailureCalloutProps } from '#client/ui/callout/callout.tsx'
import { developerTexts } from './developer-texts.ts'

/** Shows a failure to load on the page for developers, which is only in English. */
export function DeveloperLoadFailure(props: Omit<FailureCalloutProps, 'retryLabel' | 'pendingLabel'>) {
  return <FailureCallout {...props} retryLabel={developerTexts.tryAgain} pendingLabel={developerTexts.working} />
}
