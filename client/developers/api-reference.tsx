import { useCallback, useState } from 'react'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import { Details } from '#client/ui/details/details.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useLoadEffect } from '#client/use-loaded-value.ts'
import { type DescribedCall, type DescribedValue, describeOpenApiCalls } from './openapi-document.ts'
import { tokenWords, developerTexts } from './developer-texts.ts'
import styles from './developers.module.css'

export type DocumentFetcher = (url: string, init: RequestInit) => Promise<Response>

export const openApiPath = '/partner/1/openapi.json'

type ReferenceState = { kind: 'loading' } | { kind: 'failed' } | { kind: 'read'; calls: readonly DescribedCall[] }

/** Describes the calls of the partner API, as read from the portal's OpenAPI document. */
export function ApiReference({ fetch }: { fetch: DocumentFetcher }) {
  const [state, setState] = useState<ReferenceState>({ kind: 'loading' })

  const readDocument = useCallback(async () => {
    try {
      const answer = await fetch(openApiPath, {})
      setState({ kind: 'read', calls: describeOpenApiCalls(await answer.json()) })
    } catch {
      setState({ kind: 'failed' })
    }
  }, [fetch])

  useLoadEffect(readDocument)

  if (state.kind === 'loading') return <CentredSpinner label={developerTexts.referenceLoading} />
  if (state.kind === 'failed')
    return (
      <FailureCallout retryLabel={developerTexts.tryAgain} onRetry={readDocument}>
        {developerTexts.referenceFailed}
      </FailureCallout>
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
  const tokenNames = tokens.flatMap((token) => tokenWords[token] ?? [])
  return (
    <div className={styles.stack}>
      <p>{summary}.</p>
      <p className={styles.muted}>
        {developerTexts.tokens}: {tokenNames.join(', ')}
      </p>
      <Values title={developerTexts.parameters} values={parameters} />
      <Values title={developerTexts.body} values={body} />
      {answer.length === 0 ? (
        <p className={styles.muted}>
          {developerTexts.answer}: {developerTexts.noAnswer}
        </p>
      ) : (
        <Values title={developerTexts.answer} values={answer} />
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
              {isRequired && title !== developerTexts.answer && `, ${developerTexts.required}`}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
