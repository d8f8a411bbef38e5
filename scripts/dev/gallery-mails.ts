import { readBrands } from '#brands/read-brands.ts'
import { isLanguage } from '#contract/languages.ts'
import { noticeCategoryOf, type NoticeKind } from '#contract/notices.ts'
import { readSampleCatalogue } from '#server/faults/sample-catalogue.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import { createLinkMail } from '#server/notices/words/create-link-mail.ts'
import { composeCodeMail, composeNoticeMail, type MailMessage } from '#server/notices/words/compose-messages.ts'
import type { MessageRecipient } from '#server/notices/words/notice-content.ts'
import { sampleLinkedAppliances, createSampleNoticeContents } from '#server/notices/words/sample-notice-contents.ts'

const catalogue = await readSampleCatalogue()

/**
 * Returns an HTML page with each email of the server in a frame. The query sets brand, language and width.
 *
 * The dev server composes the emails, because the page must not import server code.
 */
export async function renderGalleryMails(query: URLSearchParams): Promise<string> {
  const { brands, defaultBrand } = await readBrands()
  const askedLanguage = query.get('language') ?? ''
  const language = isLanguage(askedLanguage) ? askedLanguage : 'en'
  const recipient: MessageRecipient = {
    language,
    country: null,
    timeZone: 'Europe/Berlin',
    brand: brands.get(query.get('brand') ?? '') ?? defaultBrand,
    origin: '',
    unsubscribeUrl: '/unsubscribe/example',
  }
  const mails = createSampleNoticeContents((code) => catalogue.get(language)?.get(code) ?? null)
    .map(({ name, occasion }) => ({
      name,
      mail: composeNoticeMail(occasion, recipientFor(occasion.event.kind, recipient)),
    }))
    .concat(
      sampleLinkedAppliances.map((linkedAppliance) => ({
        name: `link of ${linkedAppliance.inviter === null ? 'a nameless ' : 'a '}${linkedAppliance.kind}`,
        mail: createLinkMail(linkedAppliance, recipientFor('new-browser', recipient)),
      })),
    )
    .concat({ name: 'code', mail: composeCodeMail('123456', recipientFor('new-browser', recipient)) })
  const width = Number(query.get('width') ?? 640)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Mails</title></head>
<body>
<h1>Mails</h1>
${mails.map(({ name, mail }) => mailFrame(name, mail, width)).join('\n')}
</body>
</html>`
}

/** Removes the unsubscribe link if the email is about security, because a person cannot turn off such emails. */
function recipientFor(kind: NoticeKind, recipient: MessageRecipient): MessageRecipient {
  return noticeCategoryOf(kind) === 'security' ? { ...recipient, unsubscribeUrl: null } : recipient
}

function mailFrame(name: string, { subject, text, html }: MailMessage, width: number): string {
  return `<h2>${escapeHtml(name)}</h2>
<p>${escapeHtml(subject)}</p>
<iframe title="${escapeHtml(name)}" srcdoc="${escapeHtml(html)}" width="${width}" height="900"></iframe>
<details><summary>As text</summary><pre>${escapeHtml(text)}</pre></details>`
}
