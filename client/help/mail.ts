export type MailDraft = { to: string; subject: string; lines: readonly string[] }

/** The `mailto:` address of a draft, with the line ends of emails. RFC 6068. */
export function mailAddress({ to, subject, lines }: MailDraft): string {
  const body = lines.map((line) => `${encodeURIComponent(line)}%0D%0A`).join('')
  return `mailto:${to}?subject=${encodeURIComponent(subject)}${body && `&body=%0D%0A%0D%0A${body}`}`
}
