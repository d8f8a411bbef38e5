import { type ComponentType, useEffect, useState } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/text.ts'
import { FailureCallout } from '../callout/callout.tsx'
import { Waiting } from '../spinner/spinner.tsx'

export type LoadedPartProps<Props extends object> = {
  /** Brings the component, as by `import()`; asked again after a failure. The same function each time. */
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** What is said meanwhile, where the part is more than a form. */
  loading?: MessageId
}

type Part<Props extends object> =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'loaded'; Component: ComponentType<Props> }

/** A part of the page that is loaded when it is first shown; without a connection it says so and can be asked for again. */
export function LoadedPart<Props extends object>({ load, props, loading = 'form.loading' }: LoadedPartProps<Props>) {
  const { t } = useTexts()
  const [part, setPart] = useState<Part<Props>>({ kind: 'loading' })

  useEffect(() => {
    if (part.kind !== 'loading') return undefined
    let isWanted = true
    load().then(
      (Component) => isWanted && setPart({ kind: 'loaded', Component }),
      () => isWanted && setPart({ kind: 'failed' }),
    )
    return () => {
      isWanted = false
    }
  }, [load, part.kind])

  switch (part.kind) {
    case 'loading':
      return <Waiting label={t(loading)} />
    case 'failed':
      return <FailureCallout onRetry={() => setPart({ kind: 'loading' })}>{t('form.load-failed')}</FailureCallout>
    case 'loaded':
      return <part.Component {...props} />
  }
}
