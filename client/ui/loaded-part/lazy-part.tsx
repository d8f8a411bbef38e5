import { type ComponentType, use } from 'react'
import { type Texts, useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { useLookup } from '#client/use-lookup.ts'
import { Button } from '../button/button.tsx'
import { Callout, FailureCallout } from '../callout/callout.tsx'
import { CentredSpinner } from '../spinner/spinner.tsx'
import { MissingPartsContext } from './missing-parts.ts'

export type LazyPartProps<Props extends object> = {
  /** Loads the component, for example with `import()`, and its texts with `extend`. Called again after a failure. */
  load: (extend: Texts['extend']) => Promise<ComponentType<Props>>
  props: Props
  /** The text for screen readers while the part loads. The default is the text for forms. */
  loading?: MessageId
}

/** Loads a part of the page when it is first shown. After a failure, shows a message with a retry button. */
export function LazyPart<Props extends object>({ load, props, loading = 'form.loading' }: LazyPartProps<Props>) {
  const { t, extend } = useTexts()
  const { answer, retry } = useLookup('part', () => load(extend))
  switch (answer.kind) {
    case 'loading':
      return <CentredSpinner label={t(loading)} />
    case 'failed':
      return <PartMissing onRetry={retry} />
    case 'there':
      return <answer.value {...props} />
  }
}

/** Announces immediately that a part is missing. If the server has another build, only a reload of the page helps. */
function PartMissing({ onRetry }: { onRetry(): Promise<void> }) {
  const { t } = useTexts()
  const { isOutdated, loadAgain } = use(MissingPartsContext)
  if (!isOutdated) return <FailureCallout onRetry={onRetry}>{t('form.load-failed')}</FailureCallout>
  return (
    <Callout tone="danger" role="alert" action={<Button onPress={loadAgain}>{t('version.load-again')}</Button>}>
      {t('form.load-failed')}
    </Callout>
  )
}
