import { Fragment, type ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

/**
 * The translation of a browser replaces text nodes by elements of its own. React would go on to change, or to remove, the
 * text node that is no longer in the page: a reader would see an old text, or an error. React sets the text of an element
 * that contains nothing else through the element, which works with translated texts. So a text among other children gets
 * an element of its own. Decision 070.
 */
export function withTextsInElements(type: unknown, props: unknown): unknown {
  const { children } = props as { children?: unknown }
  const kept = childrenInElements(type, children)
  return kept === children ? props : { ...(props as object), children: kept }
}

function childrenInElements(type: unknown, children: unknown): unknown {
  if (Array.isArray(children)) return listInElements(type, children as readonly ReactNode[])
  return type === Fragment && isText(children) ? inElement(type, String(children), 0) : children
}

function listInElements(type: unknown, children: readonly ReactNode[]): ReactNode {
  if (children.every((child) => isText(child) || isNothing(child))) {
    const text = children.filter(isText).join('')
    return type === Fragment ? inElement(type, text, 0) : text
  }
  return joinedTexts(children).map((child, index) => {
    if (isText(child)) return inElement(type, String(child), index)
    return Array.isArray(child) ? childrenInElements(Fragment, child as readonly ReactNode[]) : child
  }) as ReactNode
}

/** Texts beside each other in the place of the first, so that every other child keeps its place. */
function joinedTexts(children: readonly ReactNode[]): readonly ReactNode[] {
  const joined: ReactNode[] = []
  let first = -1
  for (const [index, child] of children.entries()) {
    const before = joined[first]
    const continues = isText(child) && isText(before) && isText(children[index - 1])
    if (continues) joined[first] = `${before}${child}`
    else first = index
    joined.push(continues ? null : child)
  }
  return joined
}

/** Blank texts are not translated. */
function inElement(type: unknown, text: string, index: number): ReactNode {
  if (text.trim() === '') return text
  const element = type === 'text' || type === 'tspan' ? 'tspan' : 'span'
  return jsx(element, { children: text }, `text ${index}`)
}

function isText(child: unknown): child is string | number {
  return typeof child === 'string' || typeof child === 'number'
}

function isNothing(child: unknown): boolean {
  return child === null || child === undefined || typeof child === 'boolean'
}
