import { parseAst, type Plugin } from 'vite'

const contractFile = /\/contract\/[\w-]+\.ts$/u
const askedByServer = new Set(['terms', 'params', 'query', 'body', 'refusals', 'cacheS'])

/**
 * The page calls a path and reads its answer; what may come in, the server alone asks. In the built page the endpoints
 * of the contract have nothing of that, and what nobody needs then is left out: the contract is pure, so that a value of it
 * that is not used need not be made.
 */
export function answersAlone(): Plugin {
  return {
    name: 'answers-alone',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: contractFile },
      handler: (text, path) => ({ code: withAnswersAlone(text, path), moduleSideEffects: false, map: null }),
    },
  }
}

/** The module of one file of the contract, still in TypeScript. */
export function withAnswersAlone(text: string, path: string): string {
  if (!path.endsWith('-api.ts')) return withChanges(text, valuesOf(text).flatMap(marks))
  return withoutIdleImports(withChanges(text, valuesOf(text).flatMap(removals)))
}

/** Without the imports of which nothing is used any more: what only they bring would come along with the first view. */
function withoutIdleImports(text: string): string {
  const imports = parseAst(text, { lang: 'ts' }).body.filter((statement) => statement.type === 'ImportDeclaration')
  const used = withChanges(text, imports.map(removed))
  const idle = imports.filter(
    ({ specifiers }) => !specifiers.some(({ local }) => new RegExp(`\\b${local.name}\\b`, 'u').test(used)),
  )
  return withChanges(text, idle.map(removed))
}

function removed({ start, end }: { start: number; end: number }): Change {
  return { start, end, with: () => '' }
}

/** What comes in the place of a part of a text. */
type Change = { start: number; end: number; with(part: string): string }

/** The changes stand in the order of the text; each leaves what stands before it where it is. */
function withChanges(text: string, changes: readonly Change[]): string {
  return changes
    .toReversed()
    .reduce(
      (code, { start, end, with: by }) => code.slice(0, start) + by(code.slice(start, end)) + code.slice(end),
      text,
    )
}

type Statement = ReturnType<typeof parseAst>['body'][number]
type Value = NonNullable<Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number]['init']>

/** What the constants of a module are, in their order. */
function valuesOf(text: string): Value[] {
  return parseAst(text, { lang: 'ts' }).body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ init }) => (init ? [init] : []))
  })
}

/** Each call is marked as one that changes nothing, those that it is made of too. */
function marks(value: unknown): Change[] {
  if (typeof value !== 'object' || value === null) return []
  if (isOf(value, 'ArrowFunctionExpression')) return []
  const inner = Object.values(value).flatMap(marks)
  if (!isOf(value, 'CallExpression')) return inner
  // In a chain of calls the mark of the last one stands before all of them.
  const { start } = value
  return [{ start, end: start, with: () => '/* @__PURE__ */ ' }, ...inner.filter((mark) => mark.start !== start)]
}

function isOf(value: object, type: Value['type']): value is { start: number } {
  return 'type' in value && value.type === type
}

/** Of each endpoint of a table, what the server alone asks is emptied. */
function removals(value: Value): Change[] {
  if (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression') return removals(value.expression)
  if (value.type !== 'ObjectExpression') return marks(value)
  return value.properties.flatMap((endpoint) =>
    endpoint.type === 'Property' && endpoint.value.type === 'ObjectExpression' ? removalsIn(endpoint.value) : [],
  )
}

function removalsIn({ properties, end }: Extract<Value, { type: 'ObjectExpression' }>): Change[] {
  return properties.flatMap((part, place) => {
    if (part.type !== 'Property' || part.key.type !== 'Identifier' || !askedByServer.has(part.key.name)) return []
    // Up to the next part or the closing bracket, and so with the comma.
    return [removed({ start: part.start, end: properties[place + 1]?.start ?? end - 1 })]
  })
}
