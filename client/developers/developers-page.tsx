import { type ReactNode, useId, useState } from 'react'
import { programApi } from '#contract/program-api.ts'
import { programTermsVersion, type PartnerProgram } from '#contract/programs.ts'
import type { ApiCall } from '#client/api-call.ts'
import { CopyButton } from '#client/ui/copy-button/copy-button.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useLoadedValue } from '#client/use-loaded-value.ts'
import layout from '#client/styles/layout.module.css'
import { ClientCredentials, type ClientCredentialsProps } from './client-credentials.tsx'
import { DeveloperLoadFailure } from './developer-load-failure.tsx'
import { ProgramCard } from './program-card.tsx'
import { type DocumentFetcher, ApiReference, openApiPath } from './api-reference.tsx'
import { RegisterProgramForm } from './register-program-form.tsx'
import {
  addEndpointSample,
  deviceRequestSample,
  deviceTokenSample,
  firstRequestSample,
  faultRequestSample,
  receiveWebhooksSample,
  refreshTokenSample,
  verifyWebhookSample,
  authorizationDetailsSample,
} from './code-samples.ts'
import { programTerms, developerTexts } from './developer-texts.ts'
import styles from './developers.module.css'

type DevelopersPageProps = { fetch: DocumentFetcher; origin: string }

/**
 * The page for developers: their programs, and how to use the partner API. It is only in English. Specification 27.8.
 */
export function DevelopersPage({ fetch, origin }: DevelopersPageProps) {
  return (
    <div lang="en" className={styles.page}>
      <PageHeading title={developerTexts.title} lead={developerTexts.lead} />
      <div className={styles.columns}>
        <div className={styles.page}>
          <Programs />
        </div>
        <div className={styles.page}>
          <Part title={developerTexts.firstRequest}>
            <p>{developerTexts.firstRequestText}</p>
            <Code>{firstRequestSample(origin)}</Code>
          </Part>
          <Part title={developerTexts.ownersData}>
            <p>{developerTexts.ownersDataText}</p>
            <Code>{authorizationDetailsSample(dayInNextYear())}</Code>
            <p>{developerTexts.wantedValues}</p>
            <p>{developerTexts.deviceFlow}</p>
            <Code>{deviceRequestSample(origin)}</Code>
            <p>{developerTexts.deviceToken}</p>
            <Code>{deviceTokenSample(origin)}</Code>
            <p>{developerTexts.refreshToken}</p>
            <Code>{refreshTokenSample(origin)}</Code>
            <p>{developerTexts.webFlow}</p>
            <p className={styles.id}>
              {developerTexts.metadata}:{' '}
              <Link href={`${origin}/.well-known/oauth-authorization-server`} newTab>
                {`${origin}/.well-known/oauth-authorization-server`}
              </Link>
            </p>
            <p className={styles.id}>
              {developerTexts.openapi}:{' '}
              <Link href={`${origin}${openApiPath}`} newTab>
                {`${origin}${openApiPath}`}
              </Link>
            </p>
          </Part>
          <Part title={developerTexts.webhooks}>
            <p>{developerTexts.webhooksText}</p>
            <Code>{verifyWebhookSample}</Code>
            <p>{developerTexts.receive}</p>
            <Code>{receiveWebhooksSample}</Code>
            <p>{developerTexts.addEndpoint}</p>
            <Code>{addEndpointSample(origin)}</Code>
            <p>{developerTexts.makeFault}</p>
            <Code>{faultRequestSample(origin)}</Code>
          </Part>
          <Part title={developerTexts.reference}>
            <ApiReference fetch={fetch} />
          </Part>
          <Part title={`${developerTexts.terms}, version ${programTermsVersion}`}>
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

async function listPrograms(call: ApiCall): Promise<readonly PartnerProgram[]> {
  const { items } = await call(programApi.listPrograms)
  return items
}

function Programs() {
  const { value: programs, hasFailed, load, change } = useLoadedValue(listPrograms, null)
  const [credentials, setCredentials] = useState<ClientCredentialsProps | null>(null)
  const headingId = useId()

  return (
    <>
      {credentials && (
        <Panel>
          <ClientCredentials key={credentials.clientSecret ?? credentials.clientId} {...credentials} />
        </Panel>
      )}
      {programs === null && !hasFailed && <CentredSpinner label={developerTexts.loading} />}
      {hasFailed && <DeveloperLoadFailure onRetry={load}>{developerTexts.loadFailed}</DeveloperLoadFailure>}
      {programs && (
        <section className={layout.stack} aria-labelledby={headingId}>
          <h2 id={headingId} className={styles.title}>
            {developerTexts.programs}
          </h2>
          {programs.length === 0 && <p className={styles.muted}>{developerTexts.noPrograms}</p>}
          {programs.map((program) => (
            <ProgramCard
              key={program.id}
              program={program}
              onChanged={(changeOne) =>
                change((all) => all.map((one) => (one.id === program.id ? changeOne(one) : one)))
              }
              onDeleted={() => change((all) => all.filter(({ id }) => id !== program.id))}
              onSecret={(clientSecret) => setCredentials({ title: program.name, clientId: program.id, clientSecret })}
            />
          ))}
        </section>
      )}
      <Part title={developerTexts.register}>
        <p>{developerTexts.registerLead}</p>
        <RegisterProgramForm
          onRegistered={({ program, clientSecret }) => {
            change((all) => [program, ...all])
            setCredentials({ title: developerTexts.registered, clientId: program.id, clientSecret })
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
      <section className={layout.stack} aria-labelledby={id}>
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
      <CopyButton
        text={children}
        label={developerTexts.copy}
        copiedLabel={developerTexts.copied}
        failedLabel={developerTexts.copyFailed}
      />
    </div>
  )
}
