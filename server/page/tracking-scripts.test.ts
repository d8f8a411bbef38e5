import { expect, test } from 'vitest'
import { addTrackingScripts } from './tracking-scripts.ts'

const document = '<html><head><title>Portal</title></head><body></body></html>'
const tracking = {
  consentWidgetUrl: 'https://consent.example/widget.js?id=1&lang=en',
  tagManagerUrl: 'https://tags.example/tags.js',
  origins: ['https://collect.example'],
}
const consented = { cookies: 'a=b; cedar_privacy=version=2&marketing=1', privacyCookie: 'cedar_privacy' }
const undecided = { cookies: 'a=b', privacyCookie: 'cedar_privacy' }

function sourcesOf(policy: string | undefined, directive: string): string[] {
  return (
    policy
      ?.split(';')
      .find((each) => each.startsWith(`${directive} `))
      ?.split(' ')
      .slice(1) ?? []
  )
}

test('without scripts of the operator the page is unchanged', () => {
  const none = { consentWidgetUrl: null, tagManagerUrl: null, origins: ['https://collect.example'] }
  expect(addTrackingScripts(document, none, consented)).toBeNull()
})

test('everybody gets the consent widget, and only people with marketing consent get the tag manager', () => {
  const [open, agreed] = [undecided, consented].map((visitor) => addTrackingScripts(document, tracking, visitor)?.html)
  expect(open).toContain('src="https://consent.example/widget.js?id=1&#38;lang=en"></script>')
  expect(open).not.toContain('tags.example')
  expect(agreed).toContain('src="https://tags.example/tags.js"></script>')
  const tagsAlone = { ...tracking, consentWidgetUrl: null }
  expect(addTrackingScripts(document, tagsAlone, undecided)).toBeNull()
})

test('only scripts with the nonce of this answer run, and they connect only to the configured origins', () => {
  const [first, second] = [1, 2].map(() => addTrackingScripts(document, tracking, consented))
  const nonces = [...(first?.html.matchAll(/nonce="([^"]{20,})"/gu) ?? [])].map(([, nonce]) => nonce)
  expect(nonces).toHaveLength(2)
  expect(new Set(nonces).size).toBe(1)
  expect(second?.html).not.toContain(`nonce="${nonces[0]}"`)
  expect(sourcesOf(first?.policy, 'script-src')).toEqual(["'self'", `'nonce-${nonces[0]}'`, 'https://collect.example'])
  expect(sourcesOf(first?.policy, 'connect-src')).toEqual(["'self'", 'https://collect.example'])
  expect(sourcesOf(first?.policy, 'object-src')).toEqual(["'none'"])
  expect(first?.policy).toContain('report-to')
  expect(first?.policy).not.toContain('trusted-types')
})
