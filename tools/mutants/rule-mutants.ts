import { parseSync } from 'vite'

/**
 * A change of a rule in a file. `text` is the changed content of the file. The tests should fail with the mutant,
 * unless the change has no effect.
 */
export type RuleMutant = { line: number; was: string; becomes: string; text: string }

/** A replacement of the text from `start` to `end`. */
type Change = { start: number; end: number; becomes: string }

/** A node of an ESTree syntax tree with types. Only the fields that this file uses are declared. */
type Node = { type: string; start: number; end: number } & Record<string, unknown>

const opposite: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  every: 'some',
  some: 'every',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  strictObject: 'object',
}
/** Methods whose calls can be removed without changing the type of the value. */
const cleaning = ['trim', 'toLowerCase', 'toUpperCase', 'filter', 'replace', 'replaceAll', 'slice']

/** Returns at most `maxMutants` mutants of a file, evenly distributed over the file. Each call has the same result. */
export function ruleMutantsOf(path: string, text: string, maxMutants: number): RuleMutant[] {
  const { program } = parseSync(path, text)
  const changes = changesIn(program as unknown as Node, text)
  const step = Math.max(1, changes.length / maxMutants)
  const chosen = Array.from({ length: Math.min(maxMutants, changes.length) }, (_, n) => changes[Math.floor(n * step)])
  return chosen.flatMap((change) => (change ? [applyChange(change, text)] : []))
}

function applyChange({ start, end, becomes }: Change, text: string): RuleMutant {
  return {
    line: text.slice(0, start).split('\n').length,
    was: text.slice(start, end),
    becomes,
    text: text.slice(0, start) + becomes + text.slice(end),
  }
}

/** Returns the possible changes in a node. Skips types and imports, which do not exist when a test runs. */
function changesIn(node: Node, text: string): Change[] {
  if (/^TS(?!As|Satisfies|NonNull)|^Import/u.test(node.type)) return []
  const inner = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]))
  return [...changesOf(node, text), ...inner.filter(isNode).flatMap((child) => changesIn(child, text))]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function changesOf(node: Node, text: string): Change[] {
  const source = ({ start, end }: Node) => text.slice(start, end)
  const instead = (becomes: string): Change => ({ start: node.start, end: node.end, becomes })
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const [left, right, operator] = [node['left'] as Node, node['right'] as Node, String(node['operator'])]
      const other = opposite[operator]
      if (other) return [instead(`${source(left)} ${other} ${source(right)}`)]
      return operator === 'in' ? [instead(`!(${source(node)})`)] : [instead(source(left))]
    }
    case 'UnaryExpression':
      return node['operator'] === '!' ? [instead(source(node['argument'] as Node))] : []
    case 'ConditionalExpression':
      return [instead(source(node['consequent'] as Node)), instead(source(node['alternate'] as Node))]
    case 'IfStatement': {
      const { start, end } = node['test'] as Node
      return [{ start, end, becomes: 'false' }]
    }
    case 'CallExpression':
      return changesOfCall(node, text)
    case 'Literal':
      return literalsOf(node).map(instead)
    case 'Property':
      return isCode(node) ? [{ ...(node['value'] as Node), becomes: "'another'" }] : []
    default:
      return []
  }
}

function changesOfCall(node: Node, text: string): Change[] {
  const callee = node['callee'] as Node
  if (callee.type !== 'MemberExpression') return []
  const [object, property, args] = [callee['object'] as Node, callee['property'] as Node, node['arguments'] as Node[]]
  const name = text.slice(property.start, property.end)
  const other = opposite[name]
  if (other) return [{ start: property.start, end: property.end, becomes: other }]
  const without: Change = { start: object.end, end: node.end, becomes: '' }
  if (cleaning.includes(name)) return [without]
  if (name === 'optional' && args[0]) return [{ start: object.start, end: args[0].start, becomes: '(' }]
  if (name !== 'check') return []
  if (args.length === 1) return [without]
  // Returns changes, each of which removes one rule from the arguments.
  return args.map(({ start, end }, index) => ({ start, end: args[index + 1]?.start ?? end, becomes: '' }))
}

/** Returns whether a property is an error code, such as `error: 'max-length'`. */
function isCode({ key, value }: Node): boolean {
  return (key as Node)['name'] === 'error' && typeof (value as Node)['value'] === 'string'
}

function literalsOf({ value, raw, regex }: Node): string[] {
  if (typeof value === 'number') return [String(value + 1)]
  if (typeof value === 'boolean') return [String(!value)]
  if (regex) {
    const [, pattern = '', flags = ''] = /^\/(.*)\/(\w*)$/su.exec(String(raw)) ?? []
    const loose = [pattern.replace(/^\^/u, ''), pattern.replace(/\$$/u, '')].filter((each) => each !== pattern)
    return [...loose, '(?!)'].map((each) => `/${each}/${flags}`)
  }
  return []
}
