import { useCallback, useState } from 'react'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { Details } from '#client/ui/details/details.tsx'
import { Waiting } from '#client/ui/spinner/spinner.tsx'
import { useFirstLoad } from '#client/use-loaded.ts'
import { type DescribedCall, type DescribedValue, describeCalls } from './openapi-document.ts'
import { tokenWords, words } from './words.ts'
import styles from './developers.module.css'

export type FetchDocument = (url: string, init: RequestInit) => Promise<Response>

export const openApiPath = '/partner/1/openapi.json'

type ReferenceState = { kind: 'loading' } | { kind: 'failed' } | { kind: 'read'; calls: readonly DescribedCall[] }

/** Describes the calls of the partner API, as read from the portal's OpenAPI document. */
export function Reference({ fetch }: { fetch: FetchDocument }) {
  const [state, setState] = useState<ReferenceState>({ kind: 'loading' })

  const read = useCallback(async () => {
    try {
      const answer = await fetch(openApiPath, {})
      setState({ kind: 'read', calls: describeCalls(await answer.json()) })
    } catch {
      setState({ kind: 'failed' })
    }
  }, [fetch])

  useFirstLoad(read)

  if (state.kind === 'loading') return <Waiting label={words.referenceLoading} />
  if (state.kind === 'failed')
    return (
      <Callout tone="danger" role="alert" action={<Button onPress={read}>{words.tryAgain}</Button>}>
        {words.referenceFailed}
      </Callout>
    )
  return (
    <div>
      {state.calls.map((call) => (
        <Details key={call.id} label={`${call.method} ${call.path}`}>
          <Call call={call} />
        </Details>
      ))}
    </div>
  )
}

function Call({ call }: { call: DescribedCall }) {
  const { summary, tokens, parameters, body, answer } = call
  const named = tokens.flatMap((token) => tokenWords[token] ?? [])
  return (
    <div className={styles.stack}>
      <p>{summary}.</p>
      <p className={styles.muted}>
        {words.tokens}: {named.join(', ')}
      </p>
      <Values title={words.parameters} values={parameters} />
      <Values title={words.body} values={body} />
      {answer.length === 0 ? (
        <p className={styles.muted}>
          {words.answer}: {words.noAnswer}
        </p>
      ) : (
        <Values title={words.answer} values={answer} />
      )}
    </div>
  )
}

function Values({ title, values }: { title: string; values: readonly DescribedValue[] }) {
  if (values.length === 0) return null
  return (
    <div>
      <h3 className={styles.subtitle}>{title}</h3>
      <dl className={styles.facts}>
        {values.map(({ path, type, isRequired }) => (
          <div key={path}>
            <dt>
              <code>{path}</code>
            </dt>
            <dd>
              {type}
              {isRequired && title !== words.answer && `, ${words.required}`}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
