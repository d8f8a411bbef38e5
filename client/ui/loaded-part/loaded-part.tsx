import { type ComponentType, useEffect, useState } from 'react'
import { Button } from '../button/button.tsx'
import { Callout } from '../callout/callout.tsx'
import { Spinner } from '../spinner/spinner.tsx'
import styles from './loaded-part.module.css'

export type LoadedPartProps<Props extends object> = {
  /** Brings the component, as by `import()`; asked again after a failure. The same function each time. */
  load: () => Promise<ComponentType<Props>>
  props: Props
  loadingLabel: string
  failedText: string
  retryLabel: string
}

type Part<Props extends object> =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'loaded'; Component: ComponentType<Props> }

/** A part of the page that is loaded when it is first shown; without a connection it says so and can be asked for again. */
export function LoadedPart<Props extends object>(input: LoadedPartProps<Props>) {
  const { load, props, loadingLabel, failedText, retryLabel } = input
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
      return (
        <div className={styles.waiting}>
          <Spinner label={loadingLabel} />
        </div>
      )
    case 'failed':
      return (
        <Callout
          tone="danger"
          role="alert"
          action={<Button onPress={() => setPart({ kind: 'loading' })}>{retryLabel}</Button>}
        >
          {failedText}
        </Callout>
      )
    case 'loaded':
      return <part.Component {...props} />
  }
}
