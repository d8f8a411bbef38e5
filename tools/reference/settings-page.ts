import { environmentSchema } from '#server/environment.ts'
import { settingGroups } from './setting-meanings.ts'
import { formatMarkdownTable } from './markdown-table.ts'

/** A value that no setting accepts. The error for this value describes the accepted values. */
const unacceptable = '\n'

const shape: Record<string, { safeParse(value: unknown): ParseResult; _zod: { def: object } }> = environmentSchema.shape

type ParseResult = { success: boolean; error?: { issues: readonly { message: string }[] } }

/** Generates the reference page of all settings, with their defaults, accepted values and meanings. */
export function renderSettingsPage(): string {
  const sections = settingGroups.map(({ title, settings }) => {
    const rows = Object.entries(settings).map(([name, { meaning, fallback }]) => [
      `\`${name}\``,
      fallback ?? defaultOf(name),
      acceptedBy(name),
      meaning,
    ])
    return `## ${title}\n\n${formatMarkdownTable(['setting', 'default', 'accepted', 'meaning'], rows)}\n`
  })
  return `# Settings

A process reads its settings from environment variables. An empty setting counts as not set. \`npm run reference\` writes this page from
\`server/environment.ts\`. [Secrets in files](../how-to/install.md#secrets-in-files) shows how to keep secrets out of the environment.

${sections.join('\n')}`
}

/** Returns the names of the settings that belong to no group. */
export function findUngroupedSettings(): string[] {
  const grouped = new Set(settingGroups.flatMap(({ settings }) => Object.keys(settings)))
  return Object.keys(shape).filter((name) => !grouped.has(name))
}

function defaultOf(name: string): string {
  if (shape[name]?.safeParse(undefined).success !== true) return 'required'
  const { defaultValue } = shape[name]._zod.def as { defaultValue?: unknown }
  const isOneValue = typeof defaultValue === 'string' || typeof defaultValue === 'number'
  return isOneValue ? `\`${defaultValue}\`` : 'none'
}

/** Returns the accepted values of a setting, from the error message without its first words and its example. */
function acceptedBy(name: string): string {
  const [issue] = shape[name]?.safeParse(unacceptable).error?.issues ?? []
  if (issue === undefined) return 'text'
  return issue.message
    .replace(/^must (?:be |have )?/u, '')
    .replace(/,? as .+$/u, '')
    .replaceAll('|', String.raw`\|`)
}
