import { Fragment, type ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

/**
 * Wraps each text that has siblings in an element. A browser that translates the page replaces text nodes by its own
 * elements. React would then change text nodes that are no longer in the page, which shows old texts or fails.
 *
 * The only text of an element stays unwrapped, because React sets it on that element, which always works. The text of a
 * fragment is wrapped. Decision 070.
 */
export function wrapTextsInElements(type: unknown, props: unknown): unknown {
  const { children } = props as { children?: unknown }
  const keptChildren = childrenInElements(type, children)
  return keptChildren === children ? props : { ...(props as object), children: keptChildren }
}

function childrenInElements(type: unknown, children: unknown): unknown {
  if (Array.isArray(children)) return listInElements(type, children as readonly ReactNode[])
  return type === Fragment && isText(children) ? wrapInElement(type, String(children), 0) : children
}

function listInElements(type: unknown, children: readonly ReactNode[]): ReactNode {
  if (children.every((child) => isText(child) || isNothing(child))) {
    const text = children.filter(isText).join('')
    return type === Fragment ? wrapInElement(type, text, 0) : text
  }
  return joinTexts(children).map((child, index) => {
    if (isText(child)) return wrapInElement(type, String(child), index)
    return Array.isArray(child) ? childrenInElements(Fragment, child as readonly ReactNode[]) : child
  }) as ReactNode
}

/**
 * Joins adjacent texts into the first of them, and replaces the others by null, so that every other child keeps its
 * index.
 */
function joinTexts(children: readonly ReactNode[]): readonly ReactNode[] {
  const reactNodes: ReactNode[] = []
  let first = -1
  for (const [index, child] of children.entries()) {
    const before = reactNodes[first]
    const continues = isText(child) && isText(before) && isText(children[index - 1])
    if (continues) reactNodes[first] = `${before}${child}`
    else first = index
    reactNodes.push(continues ? null : child)
  }
  return reactNodes
}

/** Wraps a text in an element. A blank text stays as it is, because browsers do not translate it. */
function wrapInElement(type: unknown, text: string, index: number): ReactNode {
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
