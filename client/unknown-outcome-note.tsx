import { useSelector } from 'react-redux'
import { useTexts } from './i18n/text-provider.tsx'
import { selectIsOutcomeUnknown, type WithOutcomes } from './outcomes-slice.ts'
import { Callout } from './ui/callout/callout.tsx'

/** Shows that the outcome of a command is unknown, inside a dialog that covers the toasts. Specification 8.7. */
export function UnknownOutcomeNote({ of: { typePrefix } }: { of: { typePrefix: string } }) {
  const { t } = useTexts()
  const isUnknown = useSelector((state: WithOutcomes) => selectIsOutcomeUnknown(state, typePrefix))
  return <div aria-live="polite">{isUnknown && <Callout tone="warning">{t('toast.outcome-unknown')}</Callout>}</div>
}
