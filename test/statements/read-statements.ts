import { API, type Checker, type Project, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { CallExpression, Node, SourceFile, TaggedTemplateExpression } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is'
import { resolveStatementTexts } from './statement-text.ts'

/**
 * A TypeScript type that can be compared with a type of PostgreSQL, such as `Date` or `string[]`. Null for a type
 * that cannot be compared.
 */
export type ColumnKind = string | null

/** A column of a row type that the code declares. */
export type DeclaredColumn = { name: string; kind: ColumnKind; isNullable: boolean }

/**
 * A statement in the source code. `position`: its file and line. `row`: the columns of its row type; null if the
 * statement has no row type.
 */
export type SourceStatement = { position: string; text: string; row: DeclaredColumn[] | null }

/** Matches statements that PostgreSQL can describe without running them. They begin with one of these words. */
const describable = /^\s*(?:(?:select|insert|update|delete|with)\b|$)/u

/**
 * Finds the statements of a project: the templates whose tag is a call of one of `runners`. Their row type is the type
 * argument of the call.
 * @throws Error if a part of a statement cannot be resolved
 */
export function readStatements(root: string, isStore: (path: string) => boolean): SourceStatement[] {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] }).getProjects()
    if (!project) throw new Error('There is no project in tsconfig.json')
    const paths = project.program.getSourceFileNames().map((name) => name.slice(root.length + 1))
    return paths.filter(isStore).flatMap((path) => {
      const file = project.program.getSourceFile(`${root}/${path}`)
      return file ? statementsOf(project, file, path) : []
    })
  } finally {
    api.close()
  }
}

function statementsOf(project: Project, file: SourceFile, path: string): SourceStatement[] {
  const templates = templatesIn(file).filter((template) => describable.test(headOf(template)))
  return templates.flatMap((template) => {
    const line = file.text.slice(0, template.getStart()).split('\n').length
    const row = rowOf(project.checker, template)
    return resolveStatementTexts(project, template).map((text) => ({ position: `${path}:${line}`, text, row }))
  })
}

/** The functions of `server/database/sql.ts` that return a tag which runs a statement. */
const runners = new Set(['readRows', 'readFirstRow', 'readRequiredRow', 'execute', 'openCursor'])

type StatementTemplate = TaggedTemplateExpression & { tag: CallExpression }

function templatesIn(file: SourceFile): StatementTemplate[] {
  const found: StatementTemplate[] = []
  const visit = (node: Node): void => {
    if (isStatementTemplate(node)) found.push(node)
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

function isStatementTemplate(node: Node): node is StatementTemplate {
  if (!isTaggedTemplateExpression(node) || !isCallExpression(node.tag)) return false
  const { expression } = node.tag
  return isIdentifier(expression) && runners.has(expression.text)
}

function headOf({ template }: TaggedTemplateExpression): string {
  return isTemplateExpression(template) ? template.head.text : template.text
}

function rowOf(checker: Checker, { tag }: StatementTemplate): DeclaredColumn[] | null {
  const [row] = tag.typeArguments ?? []
  const type = row && checker.getTypeFromTypeNode(row)
  if (!type) return null
  return checker.getPropertiesOfType(type).map((property) => {
    const declared = checker.getTypeOfSymbol(property) ?? checker.getUnknownType()
    const isOptional = (property.flags & SymbolFlags.Optional) !== 0
    const isNullable = alternativesOf(declared).some(isNullOrUndefined)
    return { name: property.name, kind: kindOf(checker, declared), isNullable: isOptional || isNullable }
  })
}

function alternativesOf(type: Type): readonly Type[] {
  return type.isUnionType() ? (type.getTypes() ?? []) : [type]
}

function isNullOrUndefined({ flags }: Type): boolean {
  return (flags & (TypeFlags.Null | TypeFlags.Undefined)) !== 0
}

function kindOf(checker: Checker, type: Type): ColumnKind {
  const kinds = new Set(
    alternativesOf(type).flatMap((one) => (isNullOrUndefined(one) ? [] : [simpleKindOf(checker, one)])),
  )
  return kinds.size === 1 ? ([...kinds][0] ?? null) : null
}

function simpleKindOf(checker: Checker, type: Type): ColumnKind {
  if (type.flags & TypeFlags.StringLike) return 'string'
  if (type.flags & TypeFlags.NumberLike) return 'number'
  if (type.flags & TypeFlags.BooleanLike) return 'boolean'
  if (checker.isArrayLikeType(type) && type.isTypeReference()) {
    const [element] = checker.getTypeArguments(type)
    const kind = element ? kindOf(checker, element) : null
    return kind && `${kind}[]`
  }
  const name = type.getSymbol()?.name
  return name === 'Date' || name === 'Buffer' ? name : null
}
