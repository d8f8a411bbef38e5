import { parseAst, type Plugin } from 'vite'

const sources = /\/(?:client|contract)\/.*\.tsx?$/u

/**
 * In the built page, creates each schema at its first use instead of at the evaluation of its module. A third of the
 * evaluation was creating schemas, most of which a page view does not use.
 */
export function lazySchemas(): Plugin {
  return {
    name: 'lazy-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: sources, code: "import * as z from 'zod/mini'" },
      handler: (text, path) => ({ code: withLazySchemas(text, path), map: null }),
    },
  }
}

/** Transforms a module; the result is still TypeScript. Schemas in its constants and tables become lazy. */
export function withLazySchemas(text: string, path: string): string {
  const schemas = constantsOf(text, path).flatMap(schemasIn)
  if (schemas.length === 0) return text
  const code = schemas.toReversed().reduce((before, { start, end }) => {
    const schema = before.slice(start, end)
    return `${before.slice(0, start)}/* @__PURE__ */ lazySchema(() => ${schema})${before.slice(end)}`
  }, text)
  return `import { lazySchema } from '#client/lazy-schema.ts'\n${code}`
}

type Declaration = Extract<ReturnType<typeof parseAst>['body'][number], { type: 'VariableDeclaration' }>
type Value = NonNullable<Declaration['declarations'][number]['init']>

function constantsOf(text: string, path: string): Value[] {
  return parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ init }) => (init ? [init] : []))
  })
}

/** The outermost schemas, in the order of the text. */
function schemasIn(value: Value): { start: number; end: number }[] {
  if (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression') return schemasIn(value.expression)
  if (value.type === 'ObjectExpression')
    return value.properties.flatMap((part) => (part.type === 'Property' ? schemasIn(part.value) : []))
  return isSchema(value) ? [value] : []
}

/**
 * Whether a value is a call of zod, such as `z.iso.date()`, with or without checks, such as
 * `z.string().check(z.trim())`.
 */
function isSchema(value: Value): boolean {
  if (value.type !== 'CallExpression' || value.callee.type !== 'MemberExpression') return false
  const { object, property } = value.callee
  return property.type === 'Identifier' && property.name === 'check' ? isSchema(object) : isZod(object)
}

function isZod(value: Value): boolean {
  return value.type === 'MemberExpression' ? isZod(value.object) : value.type === 'Identifier' && value.name === 'z'
}
