import { parseAst, type Plugin } from 'vite'

const sources = /\/(?:client|contract)\/.*\.tsx?$/u

/**
 * In the built page each schema is made when it is first asked something, not when the script that has it is evaluated:
 * a third of that was making schemas, most of which a visit does not need.
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

/** The module, still in TypeScript: of its constants and of what stands in its tables, the schemas are made late. */
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

/** Those that are not part of another, in the order of the text. */
function schemasIn(value: Value): { start: number; end: number }[] {
  if (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression') return schemasIn(value.expression)
  if (value.type === 'ObjectExpression')
    return value.properties.flatMap((part) => (part.type === 'Property' ? schemasIn(part.value) : []))
  return isSchema(value) ? [value] : []
}

/** What a function of zod makes, as `z.iso.date()`, and the same with checks, as `z.string().check(z.trim())`. */
function isSchema(value: Value): boolean {
  if (value.type !== 'CallExpression' || value.callee.type !== 'MemberExpression') return false
  const { object, property } = value.callee
  return property.type === 'Identifier' && property.name === 'check' ? isSchema(object) : isZod(object)
}

function isZod(value: Value): boolean {
  return value.type === 'MemberExpression' ? isZod(value.object) : value.type === 'Identifier' && value.name === 'z'
}
