import type { ComponentType } from 'react'
import { type Texts, useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/text.ts'
import { useLookUp } from '#client/use-look-up.ts'
import { FailureCallout } from '../callout/callout.tsx'
import { Waiting } from '../spinner/spinner.tsx'

export type LoadedPartProps<Props extends object> = {
  /** Brings the component, as by `import()`, and by `extend` the texts that only it says; asked again after a failure. */
  load: (extend: Texts['extend']) => Promise<ComponentType<Props>>
  props: Props
  /** What is said meanwhile, where the part is more than a form. */
  loading?: MessageId
}

/** A part of the page that is loaded when it is first shown; without a connection it says so and can be asked for again. */
export function LoadedPart<Props extends object>({ load, props, loading = 'form.loading' }: LoadedPartProps<Props>) {
  const { t, extend } = useTexts()
  const { answer, retry } = useLookUp('part', () => load(extend))
  switch (answer.kind) {
    case 'loading':
      return <Waiting label={t(loading)} />
    case 'failed':
      return <FailureCallout onRetry={retry}>{t('form.load-failed')}</FailureCallout>
    case 'there':
      return <answer.value {...props} />
  }
}
