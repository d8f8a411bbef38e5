import { type Project, SymbolFlags } from 'typescript/unstable/sync'
import type {
  ArrowFunction,
  BindingName,
  Expression,
  FunctionDeclaration,
  Node,
  ParameterDeclaration,
  TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isFunctionDeclaration,
  isIdentifier,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isShorthandPropertyAssignment,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'

/** Whether a node is a template literal with the tag `sql`. */
function isSqlTemplate(node: Node): node is TaggedTemplateExpression {
  return isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql'
}

/**
 * Returns all texts that a template can have, with $1, $2, … for its values. There are several texts if parts of the
 * template depend on conditions.
 * @throws Error if a part cannot be resolved
 */
export function resolveStatementTexts(project: Project, template: TaggedTemplateExpression): string[] {
  return new StatementReader(project).variants(template)
}

/** The expression that a call passes for a parameter, and the scope in which the call evaluates that expression. */
type BoundArgument = { expression: Expression; scope: Scope }
type Scope = ReadonlyMap<string, BoundArgument>

type FunctionLike = ArrowFunction | FunctionDeclaration

/** Computes the text of a statement from the source code of its parts, as the running code would. */
class StatementReader {
  readonly #project: Project
  /** The number of the current evaluation. In each evaluation, the conditions have other results. */
  #round = 0
  #rounds = 1

  constructor(project: Project) {
    this.#project = project
  }

  variants(template: TaggedTemplateExpression): string[] {
    const texts: string[] = []
    for (this.#round = 0; this.#round < this.#rounds; this.#round += 1) {
      let count = 0
      texts.push(this.#textOf(template, new Map()).replaceAll(valuePlaceholder, () => `$${(count += 1)}`))
    }
    return texts
  }

  #textOf({ template }: TaggedTemplateExpression, scope: Scope): string {
    if (!isTemplateExpression(template)) return template.text
    const spans = template.templateSpans.map(
      ({ expression, literal }) =>
        `${this.#isPiece(expression) ? this.#pieceOf(expression, scope) : valuePlaceholder}${literal.text}`,
    )
    return [template.head.text, ...spans].join('')
  }

  #isPiece(expression: Expression): boolean {
    const { checker } = this.#project
    const type = checker.getTypeAtLocation(expression)
    return type !== undefined && checker.getPropertyOfType(type, 'strings') !== undefined
  }

  #pieceOf(expression: Expression, scope: Scope): string {
    if (isParenthesizedExpression(expression)) return this.#pieceOf(expression.expression, scope)
    if (isSqlTemplate(expression)) return this.#textOf(expression, scope)
    if (isConditionalExpression(expression)) return this.#pieceOf(this.#choose(branchesOf(expression)), scope)
    if (isIdentifier(expression)) return this.#follow(expression, scope, (one, where) => this.#pieceOf(one, where))
    if (isCallExpression(expression) && isIdentifier(expression.expression)) {
      const [first, second] = expression.arguments
      const name = expression.expression.text
      if (name === 'raw' && first && isStringLiteral(first)) return first.text
      if (name === 'join' && first)
        return this.#piecesOf(first, scope).join(second && isStringLiteral(second) ? second.text : ',')
      if (name !== 'raw') return this.#called(expression, scope, (one, where) => this.#pieceOf(one, where))
    }
    throw unreadableError(expression)
  }

  #piecesOf(expression: Expression, scope: Scope): string[] {
    if (isParenthesizedExpression(expression)) return this.#piecesOf(expression.expression, scope)
    if (isArrayLiteralExpression(expression)) {
      return expression.elements.flatMap((element) =>
        isSpreadElement(element) ? this.#piecesOf(element.expression, scope) : [this.#pieceOf(element, scope)],
      )
    }
    if (isConditionalExpression(expression)) return this.#piecesOf(this.#choose(branchesOf(expression)), scope)
    if (isIdentifier(expression)) return this.#follow(expression, scope, (one, where) => this.#piecesOf(one, where))
    if (!isCallExpression(expression)) throw unreadableError(expression)
    if (isIdentifier(expression.expression))
      return this.#called(expression, scope, (one, where) => this.#piecesOf(one, where))
    // Evaluates a list from `map` as if it had one element.
    const [each] = expression.arguments
    const isMapped = isPropertyAccessExpression(expression.expression) && expression.expression.name.text === 'map'
    if (!isMapped || !each || !isArrowFunction(each)) throw unreadableError(expression)
    return [this.#pieceOf(this.#choose(resultsOf(each)), scope)]
  }

  #choose(choices: readonly Expression[]): Expression {
    this.#rounds = Math.max(this.#rounds, choices.length)
    const [first] = choices
    if (!first) throw new Error('A function answers nothing')
    return choices[this.#round] ?? choices.at(-1) ?? first
  }

  /** Finds the expression that a name refers to, and passes it to `go`. */
  #follow<Result>(name: Expression, scope: Scope, go: (expression: Expression, scope: Scope) => Result): Result {
    const declaration = this.#declarationOf(name)
    if (!declaration) throw unreadableError(name)
    const boundArgument = scope.get(keyOf(declaration))
    if (boundArgument) return go(boundArgument.expression, boundArgument.scope)
    const isValue =
      isVariableDeclaration(declaration) || isParameterDeclaration(declaration) || isBindingElement(declaration)
    if (!isValue || !declaration.initializer) throw unreadableError(name)
    return go(declaration.initializer, scope)
  }

  #called<Result>(call: Expression, scope: Scope, go: (expression: Expression, scope: Scope) => Result): Result {
    if (!isCallExpression(call)) throw unreadableError(call)
    const declaration = this.#declarationOf(call.expression)
    const called = declaration && isVariableDeclaration(declaration) ? declaration.initializer : declaration
    if (!called || (!isArrowFunction(called) && !isFunctionDeclaration(called))) throw unreadableError(call)
    // A nested function can also use the parameters of the surrounding function.
    const inside = new Map(scope)
    for (const [index, parameter] of called.parameters.entries()) {
      const expression = call.arguments[index]
      if (expression) bind(parameter, { expression, scope }, inside)
    }
    return go(this.#choose(resultsOf(called)), inside)
  }

  #declarationOf(name: Expression): Node | undefined {
    const { checker } = this.#project
    const symbol = isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name)
    const origin = symbol && symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return origin?.declarations[0]?.resolve(this.#project)
  }
}

/** Marks the position of a value in the text. No SQL text contains this character. */
const valuePlaceholder = '\u0000'

function unreadableError(node: Node): Error {
  return new Error(`The check of statements cannot follow "${node.getText()}" in ${node.getSourceFile().fileName}`)
}

function keyOf(declaration: Node): string {
  return `${declaration.getSourceFile().fileName} ${declaration.pos}`
}

/** Returns the branches of a conditional expression. Leaves out an empty list, because it adds no text. */
function branchesOf({ whenTrue, whenFalse }: { whenTrue: Expression; whenFalse: Expression }): Expression[] {
  const branches = [whenTrue, whenFalse]
  return branches.filter((branch) => !isArrayLiteralExpression(branch) || branch.elements.length > 0)
}

/** Returns the expressions that a function may return. */
function resultsOf({ body }: FunctionLike): Expression[] {
  if (!body) return []
  if (!isBlock(body)) return [body]
  const results: Expression[] = []
  const visit = (node: Node): void => {
    if (isArrowFunction(node) || isFunctionDeclaration(node)) return
    if (isReturnStatement(node) && node.expression) results.push(node.expression)
    node.forEachChild(visit)
  }
  body.forEachChild(visit)
  return results
}

function bind(parameter: ParameterDeclaration, boundArgument: BoundArgument, scope: Map<string, BoundArgument>): void {
  scope.set(keyOf(parameter), boundArgument)
  if (isObjectBindingPattern(parameter.name) && isObjectLiteralExpression(boundArgument.expression))
    bindProperties(parameter.name, boundArgument, scope)
}

function bindProperties(
  pattern: BindingName,
  { expression, scope }: BoundArgument,
  inside: Map<string, BoundArgument>,
): void {
  if (!isObjectBindingPattern(pattern) || !isObjectLiteralExpression(expression)) return
  for (const property of expression.properties) {
    const isNamed = isPropertyAssignment(property) || isShorthandPropertyAssignment(property)
    if (!isNamed || !isIdentifier(property.name)) continue
    const name = property.name.text
    const element = pattern.elements.find((one) => one.name && isIdentifier(one.name) && one.name.text === name)
    const bound = isPropertyAssignment(property) ? property.initializer : property.name
    if (element) inside.set(keyOf(element), { expression: bound, scope })
  }
}
