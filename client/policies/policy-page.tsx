import { type ReactNode, useEffect, useRef } from 'react'
import type { LegalDocument, LegalDocumentKey } from '#contract/legal.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { legalDocumentPathOf, legalTitleIds } from '#client/legal-documents.ts'
import { useNavigate, usePathParams } from '#client/router/router-context.ts'
import { Callout } from '#client/ui/callout/callout.tsx'
import { LoadFailed } from '#client/ui/empty-state/load-failed.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Skeleton } from '#client/ui/skeleton/skeleton.tsx'
import styles from './legal-text.module.css'
import { LegalText } from './legal-text.tsx'
import { parseLegalDocumentKey, readLegalDocument } from './read-legal-document.ts'
import { useLegalDocument } from './use-legal-document.ts'

export type PolicyPageProps = {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** The element to show for a path without a document. */
  notFound: ReactNode
  /**
   * Whether somebody is signed in. For such a person, the page has a link back to the info page, because it hides the
   * side navigation.
   */
  isSignedIn: boolean
}

/** The page of a legal document, also for people without a session. Specification 2.5. */
export function PolicyPage(props: PolicyPageProps) {
  const name = parseLegalDocumentKey(usePathParams())
  return name ? <Policy name={name} {...props} /> : props.notFound
}

function Policy({ name, fetch, notFound, isSignedIn }: PolicyPageProps & { name: LegalDocumentKey }) {
  const { t } = useTexts()
  const { reading, retry } = useLegalDocument(async (key) => readLegalDocument(fetch, key), name)
  useAddressOfShownDocument(reading.kind === 'loaded' ? reading.document : name)
  useChosenLanguage(name)

  if (reading.kind === 'missing') return notFound
  return (
    <>
      <PageHeading
        title={t(legalTitleIds[name.kind])}
        back={isSignedIn ? { href: '/info', label: t('info.title') } : undefined}
      />
      <div aria-busy={reading.kind === 'loading'}>
        {reading.kind === 'loading' && <Skeleton label={t('policies.loading')} cards={1} />}
        {reading.kind === 'failed' && (
          <LoadFailed title={t('policies.failed')} onRetry={retry}>
            {t('policies.failed-text')}
          </LoadFailed>
        )}
        {reading.kind === 'loaded' && reading.isFallback && <OtherLanguage language={reading.document.language} />}
        {reading.kind === 'loaded' && <LegalText document={reading.document} title={t(legalTitleIds[name.kind])} />}
      </div>
    </>
  )
}

/**
 * Replaces the address of the page by the address of the shown document, which may be in another language.
 * Specification 8: fallback with the URL rewritten.
 */
function useAddressOfShownDocument({ language, country, kind }: LegalDocumentKey | LegalDocument): void {
  const navigate = useNavigate()
  const href = legalDocumentPathOf({ language, country, kind })
  useEffect(() => {
    if (window.location.pathname !== href) void navigate(`${href}${window.location.hash}`, { replace: true })
  }, [href, navigate])
}

/** Opens the document in another language when the person changes the language of the app. */
function useChosenLanguage({ country, kind }: LegalDocumentKey): void {
  const { language } = useTexts()
  const navigate = useNavigate()
  const shownLanguage = useRef(language)
  useEffect(() => {
    if (shownLanguage.current === language) return
    shownLanguage.current = language
    void navigate(legalDocumentPathOf({ language, country, kind }), { replace: true })
  }, [language, country, kind, navigate])
}

/**
 * Says that the document is not available in the wanted language, and which language is shown instead. Specification 8.
 */
function OtherLanguage({ language }: Pick<LegalDocument, 'language'>) {
  const { t, language: reader } = useTexts()
  const name = new Intl.DisplayNames([reader], { type: 'language' }).of(language) ?? language
  return (
    <div className={styles.note}>
      <Callout>{t('policies.other-language', { language: name })}</Callout>
    </div>
  )
}
