import { type ElementType, type ReactNode, useMemo } from 'react'
import type { LegalDocument } from '#contract/legal.ts'
import { allowedLegalAttributes, allowedLegalTags, legalTextPolicyName } from '#contract/legal-markup.ts'
import styles from './legal-text.module.css'

type Policy = { createHTML(html: string): string; createScriptURL(url: string): string }

/** The rules of a Trusted Types policy. A rule that returns null rejects its input. */
type PolicyRules = Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string | null>>

declare global {
  interface Window {
    /**
     * The field is absent in browsers without Trusted Types. The functions of a policy return an object, which `Policy`
     * declares as a string.
     */
    readonly trustedTypes?: {
      createPolicy(name: string, rules: PolicyRules): Policy
    }
  }
}

/**
 * The Trusted Types policy for parsing legal texts. The parsed document is never inserted into the page: React creates
 * the allowed elements from it.
 */
const policy = window.trustedTypes?.createPolicy(legalTextPolicyName, { createHTML: (html) => html })

export type LegalTextProps = {
  document: LegalDocument
  /** The page's heading. If the document begins with the same heading, the page omits the document's heading. */
  title: string
}

/**
 * Shows a legal document in its own language, for reading and printing. The server has sanitised its HTML.
 * Specification 19.35.
 */
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

/**
 * Removes the document's first heading if this repeats the page's heading. A note in brackets at the end of the
 * heading, such as '(sample)', stays as a paragraph.
 */
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

/** Whether a text is only whitespace between the parts of a table. React permits no text there. */
function isLayout({ data, parentNode }: Text): boolean {
  return data.trim() === '' && ['TABLE', 'THEAD', 'TBODY', 'TR'].includes(parentNode?.nodeName ?? '')
}

function toElement(element: Element, key: number): ReactNode {
  const name = element.localName
  if (!allowedLegalTags.includes(name)) return null
  const Tag: ElementType = belowPageHeading(name)
  const attributes = attributesOf(element)
  // An empty element such as `br` gets no children, because React rejects even an empty list of children.
  if (!element.hasChildNodes()) return <Tag key={key} {...attributes} />
  return (
    <Tag key={key} {...attributes}>
      {toReact(element)}
    </Tag>
  )
}

/**
 * Returns the element for a heading. Level 1 becomes level 2, because the page already has a heading of level 1. Other
 * elements stay.
 */
function belowPageHeading(name: string): ElementType {
  return (name === 'h1' ? 'h2' : name) as ElementType
}

const reactNames: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' }

function attributesOf(element: Element): Record<string, string> {
  const allowedNames = allowedLegalAttributes[element.localName] ?? []
  return Object.fromEntries(
    allowedNames.flatMap((name) => {
      const value = element.getAttribute(name)
      return value === null ? [] : [[reactNames[name] ?? name, value]]
    }),
  )
}
