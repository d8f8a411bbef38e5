/** Text as it stands in HTML, in an attribute's quotes too. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`)
}
