import { parseAst, type Plugin } from 'vite'

const contractFile = /\/contract\/[\w-]+\.ts$/u
const askedByServer = new Set(['terms', 'params', 'query', 'body', 'refusals', 'cacheS'])

/**
 * Removes the inputs of endpoints from the built page, which only reads their answers; only the server checks inputs.
 * The contract is marked as free of side effects, so that the bundler drops all values that are unused afterwards.
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

/** Transforms one file of the contract; the result is still TypeScript. */
export function withAnswersAlone(text: string, path: string): string {
  if (!path.endsWith('-api.ts')) return withChanges(text, valuesOf(text).flatMap(marks))
  return withoutIdleImports(withChanges(text, valuesOf(text).flatMap(removals)))
}

/** Removes unused imports, which would otherwise load their modules with the first view. */
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

/** A replacement of a part of a text. */
type Change = { start: number; end: number; with(part: string): string }

/** Applies the changes, which must be in the order of the text. */
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

/** The initial values of a module's constants, in order. */
function valuesOf(text: string): Value[] {
  return parseAst(text, { lang: 'ts' }).body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ init }) => (init ? [init] : []))
  })
}

/** Marks each call as free of side effects, including nested ones. */
function marks(value: unknown): Change[] {
  if (typeof value !== 'object' || value === null) return []
  if (isOf(value, 'ArrowFunctionExpression')) return []
  const inner = Object.values(value).flatMap(marks)
  if (!isOf(value, 'CallExpression')) return inner
  // In a chain of calls the mark of the last call comes first.
  const { start } = value
  return [{ start, end: start, with: () => '/* @__PURE__ */ ' }, ...inner.filter((mark) => mark.start !== start)]
}

function isOf(value: object, type: Value['type']): value is { start: number } {
  return 'type' in value && value.type === type
}

/** Empties the fields of each endpoint that only the server needs. */
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
    // Up to the next field or the closing bracket, to include the comma.
    return [removed({ start: part.start, end: properties[place + 1]?.start ?? end - 1 })]
  })
}
