export type MailDraft = { to: string; subject: string; lines: readonly string[] }

/** Returns the `mailto:` address of an email draft. Lines end with CRLF, as RFC 6068 requires. */
export function formatMailtoUrl({ to, subject, lines }: MailDraft): string {
  const body = lines.map((line) => `${encodeURIComponent(line)}%0D%0A`).join('')
  return `mailto:${to}?subject=${encodeURIComponent(subject)}${body && `&body=%0D%0A%0D%0A${body}`}`
}
