import { useState } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ChevronIcon } from '#client/icons/action-icons.tsx'
import { Link } from '#client/ui/link/link.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { SearchField } from '#client/ui/search-field/search-field.tsx'
import { ContactSection, type ContactSectionProps } from './contact-section.tsx'
import styles from './help.module.css'
import {
  explainedStatuses,
  searchHelpQuestions,
  type MatchingHelpQuestions,
  type HelpQuestionId,
} from './help-questions.ts'

/** Shows frequent questions with answers, and how to contact the brand. Specification 2.16. */
export function HelpPage(contact: ContactSectionProps) {
  const { t } = useTexts()
  const [typed, setTyped] = useState('')
  const foundQuestionGroups = searchHelpQuestions(t, typed)
  const isSearching = typed.trim() !== ''
  return (
    <>
      <PageHeading title={t('help.title')} />
      <div className={styles.search}>
        <SearchField label={t('help.search')} placeholder="" value={typed} onChange={setTyped} />
        <output className={styles.found}>{isSearching && resultOf(foundQuestionGroups)}</output>
      </div>
      {foundQuestionGroups.map((group) => (
        <Group key={group.id} {...group} isOpen={isSearching} />
      ))}
      <ContactSection {...contact} />
      <p className={styles.more}>
        <Link href="/help/accessibility">{t('accessibility.title')}</Link>
      </p>
      <p className={styles.more}>
        <Link href="/receipts">{t('receipts.verify.title')}</Link>
      </p>
    </>
  )

  function resultOf(groups: readonly MatchingHelpQuestions[]): string {
    const count = groups.reduce((sum, { questions }) => sum + questions.length, 0)
    return count === 0 ? t('help.none') : t('help.found', { count })
  }
}

/** A group of questions. During a search its answers are open, because the match may be in them. */
function Group({ id, questions, isOpen }: MatchingHelpQuestions & { isOpen: boolean }) {
  const { t } = useTexts()
  return (
    <section className={styles.group} aria-labelledby={`help-${id}`}>
      <h2 id={`help-${id}`}>{t(`help.group.${id}`)}</h2>
      <ul className={styles.questions}>
        {questions.map((question) => (
          <li key={question}>
            <details open={isOpen} className={styles.question}>
              <summary className={styles.summary}>
                <span>{t(`help.${question}`)}</span>
                <ChevronIcon size={20} />
              </summary>
              <Answer question={question} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Answer({ question }: { question: HelpQuestionId }) {
  const { t } = useTexts()
  return (
    <div className={styles.answer}>
      <p>{t(`help.${question}.answer`)}</p>
      {question === 'automation' && (
        <p>
          <Link href="/developers">{t('help.automation.developers')}</Link>
        </p>
      )}
      {question === 'chip' && (
        <dl className={styles.words}>
          {explainedStatuses.map((status) => (
            <div key={status}>
              <dt>{t(`appliance.status.${status}`)}</dt>
              <dd>{t(`help.status.${status}`)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
