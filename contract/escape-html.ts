/** Escapes a text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`)
}
