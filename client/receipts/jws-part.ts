/**
 * Decodes one of the three parts of a JWS to a binary string, with one character for each byte; '' if the part is not
 * base64url. RFC 7515, section 2.
 */
export function jwsPartToBinary(part: string): string {
  try {
    return atob(part.replaceAll('-', '+').replaceAll('_', '/'))
  } catch (error) {
    if (error instanceof DOMException) return ''
    throw error
  }
}

/** Decodes one of the three parts of a JWS to text, as UTF-8. */
export function jwsPartToText(part: string): string {
  return new TextDecoder().decode(Uint8Array.from(jwsPartToBinary(part), (character) => character.charCodeAt(0)))
}
