import { type ElementType, type ReactNode, useMemo } from 'react'
import type { LegalDocument } from '#contract/legal.ts'
import { legalAttributes, legalTags, legalTextPolicy } from '#contract/legal-markup.ts'
import styles from './legal-text.module.css'

type Policy = { createHTML(html: string): string; createScriptURL(url: string): string }

/** A rule of a policy; null rejects the input. */
type PolicyRules = Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string | null>>

declare global {
  interface Window {
    /** Missing in browsers without Trusted Types. A policy returns an object that is typed as a string. */
    readonly trustedTypes?: {
      createPolicy(name: string, rules: PolicyRules): Policy
    }
  }
}

/** The policy for parsing legal texts. The parsed document is never inserted: React creates the allowed elements again. W3C Trusted Types. */
const policy = window.trustedTypes?.createPolicy(legalTextPolicy, { createHTML: (html) => html })

export type LegalTextProps = {
  document: LegalDocument
  /** The page's heading; if the document begins with the same words, its own heading is removed. */
  title: string
}

/** A document in its own language, to read and to print; the server has sanitised it. Specification 19.35. */
export function LegalText({ document: { html, language }, title }: LegalTextProps) {
  const content = useMemo(() => {
    const { body } = parse(html)
    removeRepeatedHeading(body, title)
    return toReact(body)
  }, [html, title])
  return (
    <article className={styles.text} lang={language}>
      {content}
    </article>
  )
}

/** Removes a first heading that repeats the page's heading. A mark in brackets after it, such as '(sample)', stays. */
function removeRepeatedHeading({ firstElementChild: first }: HTMLElement, title: string): void {
  if (first?.localName !== 'h1') return
  const [heading = '', mark] = first.textContent.split(/ (?=\([^)]*\)$)/u)
  if (heading.trim().toLocaleLowerCase() !== title.toLocaleLowerCase()) return
  if (mark === undefined) return first.remove()
  const note = first.ownerDocument.createElement('p')
  note.textContent = mark
  first.replaceWith(note)
}

function parse(html: string): Document {
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html')
}

function toReact(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node instanceof Element) return toElement(node, index)
    return node instanceof Text && !isLayout(node) ? node.data : null
  })
}

/** Whether a text is only layout: React allows no text between the parts of a table, not even line breaks. */
function isLayout({ data, parentNode }: Text): boolean {
  return data.trim() === '' && ['TABLE', 'THEAD', 'TBODY', 'TR'].includes(parentNode?.nodeName ?? '')
}

function toElement(element: Element, key: number): ReactNode {
  const name = element.localName
  if (!legalTags.includes(name)) return null
  const Tag: ElementType = belowPageHeading(name)
  const attributes = attributesOf(element)
  // Passes no children to a void element such as `br`, not even an empty list.
  if (!element.hasChildNodes()) return <Tag key={key} {...attributes} />
  return (
    <Tag key={key} {...attributes}>
      {toReact(element)}
    </Tag>
  )
}

/** Lowers the level of a heading, because the page already has its only h1. */
function belowPageHeading(name: string): ElementType {
  return (name === 'h1' ? 'h2' : name) as ElementType
}

const reactNames: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' }

function attributesOf(element: Element): Record<string, string> {
  const allowed = legalAttributes[element.localName] ?? []
  return Object.fromEntries(
    allowed.flatMap((name) => {
      const value = element.getAttribute(name)
      return value === null ? [] : [[reactNames[name] ?? name, value]]
    }),
  )
}
