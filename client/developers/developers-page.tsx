import { type ReactNode, useCallback, useId, useState } from 'react'
import { programTermsVersion, type PartnerProgram } from '#contract/programs.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { CopyButton } from '#client/ui/copy-button/copy-button.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { Waiting } from '#client/ui/spinner/spinner.tsx'
import { useFirstLoad } from '#client/use-loaded.ts'
import { ClientCredentials, type ClientCredentialsProps } from './credentials.tsx'
import { loadPrograms } from './developer-calls.ts'
import { ProgramCard } from './program-card.tsx'
import { type FetchDocument, Reference, openApiPath } from './reference.tsx'
import { RegisterForm } from './register-form.tsx'
import {
  addEndpointSample,
  deviceFlowSample,
  firstRequestSample,
  makeFaultSample,
  receiveWebhooksSample,
  verifyWebhookSample,
  wantedDataSample,
} from './samples.ts'
import { programTerms, words } from './words.ts'
import styles from './developers.module.css'

type DevelopersPageProps = { fetch: FetchDocument; origin: string }

/**
 * The page for developers: their programs, and how to use the partner API. It is only in English. Specification 27.8.
 */
export function DevelopersPage({ fetch, origin }: DevelopersPageProps) {
  return (
    <div lang="en" className={styles.page}>
      <PageHeading title={words.title} lead={words.lead} />
      <div className={styles.columns}>
        <div className={styles.page}>
          <Programs />
        </div>
        <div className={styles.page}>
          <Part title={words.firstRequest}>
            <p>{words.firstRequestText}</p>
            <Code>{firstRequestSample(origin)}</Code>
          </Part>
          <Part title={words.ownersData}>
            <p>{words.ownersDataText}</p>
            <Code>{wantedDataSample(dayInNextYear())}</Code>
            <p>{words.wantedValues}</p>
            <p>{words.deviceFlow}</p>
            <Code>{deviceFlowSample(origin)}</Code>
            <p>{words.webFlow}</p>
            <p className={styles.id}>
              {words.metadata}:{' '}
              <Link href={`${origin}/.well-known/oauth-authorization-server`} newTab>
                {`${origin}/.well-known/oauth-authorization-server`}
              </Link>
            </p>
            <p className={styles.id}>
              {words.openapi}:{' '}
              <Link href={`${origin}${openApiPath}`} newTab>
                {`${origin}${openApiPath}`}
              </Link>
            </p>
          </Part>
          <Part title={words.webhooks}>
            <p>{words.webhooksText}</p>
            <Code>{verifyWebhookSample}</Code>
            <p>{words.receive}</p>
            <Code>{receiveWebhooksSample}</Code>
            <p>{words.addEndpoint}</p>
            <Code>{addEndpointSample(origin)}</Code>
            <p>{words.makeFault}</p>
            <Code>{makeFaultSample(origin)}</Code>
          </Part>
          <Part title={words.reference}>
            <Reference fetch={fetch} />
          </Part>
          <Part title={`${words.terms}, version ${programTermsVersion}`}>
            <ol className={styles.terms}>
              {programTerms.map((term) => (
                <li key={term}>{term}</li>
              ))}
            </ol>
          </Part>
        </div>
      </div>
    </div>
  )
}

/** Returns day 28 of the current month in the next year, YYYY-MM-DD. */
function dayInNextYear(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), 28)).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

type ProgramsState = { kind: 'loading' } | { kind: 'failed' } | { kind: 'read'; programs: readonly PartnerProgram[] }

function Programs() {
  const dispatch = useCallDispatch()
  const [state, setState] = useState<ProgramsState>({ kind: 'loading' })
  const [credentials, setCredentials] = useState<ClientCredentialsProps | null>(null)

  const read = useCallback(async () => {
    const answer = await dispatch(loadPrograms())
    setState(loadPrograms.fulfilled.match(answer) ? { kind: 'read', programs: answer.payload } : { kind: 'failed' })
  }, [dispatch])

  useFirstLoad(read)

  function change(of: (programs: readonly PartnerProgram[]) => readonly PartnerProgram[]): void {
    setState((before) => (before.kind === 'read' ? { kind: 'read', programs: of(before.programs) } : before))
  }

  return (
    <>
      {credentials && (
        <Panel>
          <ClientCredentials key={credentials.clientSecret ?? credentials.clientId} {...credentials} />
        </Panel>
      )}
      {state.kind === 'loading' && <Waiting label={words.loading} />}
      {state.kind === 'failed' && (
        <Callout tone="danger" role="alert" action={<Button onPress={read}>{words.tryAgain}</Button>}>
          {words.loadFailed}
        </Callout>
      )}
      {state.kind === 'read' && state.programs.length > 0 && (
        <div className={styles.stack}>
          {state.programs.map((program) => (
            <ProgramCard
              key={program.id}
              program={program}
              onChanged={(changed) => change((all) => all.map((one) => (one.id === changed.id ? changed : one)))}
              onDeleted={() => change((all) => all.filter(({ id }) => id !== program.id))}
              onSecret={(clientSecret) => setCredentials({ title: program.name, clientId: program.id, clientSecret })}
            />
          ))}
        </div>
      )}
      <Part title={words.register}>
        <p>{words.registerLead}</p>
        <RegisterForm
          onRegistered={({ program, clientSecret }) => {
            change((all) => [program, ...all])
            setCredentials({ title: words.registered, clientId: program.id, clientSecret })
          }}
        />
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Panel>
      <section className={styles.stack} aria-labelledby={id}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {children}
      </section>
    </Panel>
  )
}

/** A code sample with a button that copies it. Long lines wrap, so that nobody needs to scroll sideways. */
function Code({ children }: { children: string }) {
  return (
    <div>
      <pre className={styles.code}>
        <code>{children}</code>
      </pre>
      <CopyButton text={children} label={words.copy} copiedLabel={words.copied} failedLabel={words.copyFailed} />
    </div>
  )
}
