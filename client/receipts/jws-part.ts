/** The bytes of a part of a JWS, a character for each; '' if it is no base64url. RFC 7515, section 2. */
export function binaryOf(part: string): string {
  try {
    return atob(part.replaceAll('-', '+').replaceAll('_', '/'))
  } catch (error) {
    if (error instanceof DOMException) return ''
    throw error
  }
}

/** The text of a part of a JWS, which is UTF-8. */
export function textOfPart(part: string): string {
  return new TextDecoder().decode(Uint8Array.from(binaryOf(part), (character) => character.charCodeAt(0)))
}
