import { Details } from '#client/ui/details/details.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useLookup } from '#client/use-lookup.ts'
import layout from '#client/styles/layout.module.css'
import { DeveloperLoadFailure } from './developer-load-failure.tsx'
import { type DescribedCall, type DescribedValue, describeOpenApiCalls } from './openapi-document.ts'
import { tokenKindTexts, developerTexts } from './developer-texts.ts'
import styles from './developers.module.css'

export type DocumentFetcher = (url: string, init: RequestInit) => Promise<Response>

export const openApiPath = '/partner/1/openapi.json'

/** Describes the calls of the partner API, as read from the portal's OpenAPI document. */
export function ApiReference({ fetch }: { fetch: DocumentFetcher }) {
  const { answer, retry } = useLookup(openApiPath, async () => {
    const document = await fetch(openApiPath, {})
    return describeOpenApiCalls(await document.json())
  })
  if (answer.kind === 'loading') return <CentredSpinner label={developerTexts.referenceLoading} />
  if (answer.kind === 'failed')
    return <DeveloperLoadFailure onRetry={retry}>{developerTexts.referenceFailed}</DeveloperLoadFailure>
  return (
    <div>
      {answer.value.map((call) => (
        <Details key={call.id} label={`${call.method} ${call.path}`}>
          <Call call={call} />
        </Details>
      ))}
    </div>
  )
}

function Call({ call }: { call: DescribedCall }) {
  const { summary, tokens, parameters, body, answer } = call
  const tokenNames = tokens.flatMap((token) => tokenKindTexts[token] ?? [])
  return (
    <div className={layout.stack}>
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
