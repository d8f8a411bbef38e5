import type { Translate } from '#client/i18n/message-types.ts'
import type { GatewayStatus } from '#contract/appliance.ts'
import { removeAccents } from '#client/i18n/remove-accents.ts'

/** The questions by group, the most frequent group first. */
export const helpQuestionGroups = [
  { id: 'start', questions: ['codes', 'camera', 'look'] },
  { id: 'status', questions: ['chip', 'offline', 'fault'] },
  { id: 'people', questions: ['people', 'moved-in', 'partner', 'automation'] },
  { id: 'data', questions: ['export', 'move', 'leave'] },
] as const

export type HelpQuestionGroupId = (typeof helpQuestionGroups)[number]['id']

export type HelpQuestionId = (typeof helpQuestionGroups)[number]['questions'][number]

/** The statuses that the help explains, from the best to the worst. */
export const explainedStatuses: readonly GatewayStatus[] = [
  'ONLINE',
  'WORKING',
  'WARNING',
  'ERROR',
  'OFFLINE',
  'UNKNOWN',
]

export type MatchingHelpQuestions = { id: HelpQuestionGroupId; questions: readonly HelpQuestionId[] }

/**
 * Returns the questions that contain every typed word, in the question or in its answer. Accents and case do not
 * matter. Returns all questions for an empty text.
 */
export function searchHelpQuestions(t: Translate, typedText: string): MatchingHelpQuestions[] {
  const words = removeAccents(typedText).split(/\s+/u)
  return helpQuestionGroups.flatMap(({ id, questions }) => {
    const foundQuestions = questions.filter((question) => {
      const text = removeAccents(textOf(t, question))
      return words.every((word) => text.includes(word))
    })
    return foundQuestions.length === 0 ? [] : [{ id, questions: foundQuestions }]
  })
}

function textOf(t: Translate, question: HelpQuestionId): string {
  const statuses = question === 'chip' ? explainedStatuses : []
  return [
    t(`help.${question}`),
    t(`help.${question}.answer`),
    ...(question === 'automation' ? [t('help.automation.developers')] : []),
    ...statuses.flatMap((status) => [t(`appliance.status.${status}`), t(`help.status.${status}`)]),
  ].join(' ')
}
