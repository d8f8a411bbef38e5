import { globSync, readFileSync } from 'node:fs'
import { formatMarkdownTable } from './markdown-table.ts'

type LogMessage = { level: string; message: string }

/** Matches a call that writes a log line. `createFrequentEventLogger`, whose name has no level, logs at warn. */
const call = /\blog\w*(?:\(\))?\??\.(info|warn|error|fatal)\(|\bcreateFrequentEventLogger\(/gu
/** Matches a quoted text that is an argument or a branch of a conditional argument. */
const text = /(?<=[(,?:]\s*)(?:'((?:[^'\\\n]|\\.)+)'|"([^"\n]+)")(?=\s*[,):])/gu

const levels = ['fatal', 'error', 'warn', 'info']

/**
 * Generates the reference page of all log messages, grouped by level. A message that the runbook quotes links to the
 * runbook.
 */
export function renderLogMessagesPage(): string {
  const sections = levels.map((level) => {
    const rows = logMessages()
      .filter((message) => message.level === level)
      .map(({ message }) => [message, alertsOf(message)])
    return `## ${level}\n\n${formatMarkdownTable(['message', 'runbook'], rows)}\n`
  })
  return `# Log messages

A process writes a line of JSON for each event to stdout, with \`level\`, \`time\`, \`msg\` and fields such as \`err\`, \`reqId\` or \`job\`. Levels: 30 info, 40 warn, 50
error, 60 fatal. \`npm run reference\` writes this page from the code.

${sections.join('\n')}`
}

function logMessages(): LogMessage[] {
  const all = globSync('server/**/*.ts')
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.ts$|test/u.test(path))
    .flatMap(messagesOf)
  const once = new Map(all.map((logMessage) => [`${logMessage.level} ${logMessage.message}`, logMessage]))
  return [...once.values()].toSorted((a, b) => a.message.localeCompare(b.message, 'en'))
}

function messagesOf(path: string): LogMessage[] {
  const source = readFileSync(path, 'utf8')
  return [...source.matchAll(call)].flatMap(({ index, 0: opening, 1: level = 'warn' }) =>
    messagesIn(argumentsFrom(source, index + opening.length)).map((message) => ({ level, message })),
  )
}

/** Returns the source text from an opening bracket to its closing bracket. */
function argumentsFrom(source: string, begin: number): string {
  let depth = 1
  let end = begin
  while (end < source.length && depth > 0) {
    if (source[end] === '(') depth += 1
    if (source[end] === ')') depth -= 1
    end += 1
  }
  return `(${source.slice(begin, end)}`
}

/**
 * Returns the quoted texts of a call that are messages. A text of one word is the value of a field; the only exception
 * is `audit`.
 */
function messagesIn(args: string): string[] {
  return [...args.matchAll(text)]
    .map(([, single, double]) => single ?? double ?? '')
    .filter((message) => message.includes(' ') || message === 'audit')
}

function alertsOf(message: string): string {
  const sections = readFileSync('docs/runbook.md', 'utf8').split(/^## /mu).slice(1)
  return sections
    .filter((section) =>
      [...section.matchAll(/"([A-Z][^"]{5,})"/gu)].some(([, quoted = '']) => message.startsWith(quoted)),
    )
    .map((section) => section.slice(0, section.indexOf('\n')))
    .map((alert) => `[${alert}](../runbook.md#${alert.toLowerCase()})`)
    .join(', ')
}
