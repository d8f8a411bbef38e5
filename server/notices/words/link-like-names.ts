import type { ApplianceOfNotice } from '#contract/notices.ts'

/**
 * Removes the name of an appliance that could be mistaken for an address or a link, before it is used in a subject
 * line. Otherwise anybody could make the portal send their text from the operator's address. Specification 23.12.
 */
export function hideLinkLikeName(appliance: ApplianceOfNotice): ApplianceOfNotice {
  const { name } = appliance
  return name === null || isLinkLike(name) ? { ...appliance, name: null } : appliance
}

/**
 * Matches a scheme, `www.`, an `@`, a name with a top-level domain, or an IPv4 address. Before the match,
 * `isLinkLike` replaces other characters that browsers accept as a dot.
 */
const link = /:\/\/|www\.|@|[\p{L}\p{N}-]\.(?:xn--|\p{L}{2,})|\d+(?:\.\d+){3}/iu

/** Whether a mail program or a reader could mistake a text for an address or a link. */
export function isLinkLike(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('。', '.')
  return link.test(plain)
}
