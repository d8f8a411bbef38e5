import { createTransport } from 'nodemailer'
import { afterAll, expect, test } from 'vitest'
import { openMailbox, type ReceivedMail } from './mailbox.ts'

const mailbox = await openMailbox({ host: '127.0.0.1', smtpPort: 0, pagePort: 0, refuse: refused })
const transport = createTransport({ host: '127.0.0.1', port: mailbox.smtpPort, ignoreTLS: true })
const page = `http://127.0.0.1:${mailbox.pagePort}`

afterAll(async () => {
  transport.close()
  await mailbox.close()
})

test('the mailbox lists the mails of all people newest first, as a page and as JSON', async () => {
  expect(await (await fetch(page)).text()).toContain('No mail yet.')
  await transport.sendMail({
    from: 'a@b.example',
    to: 'owner@example.com',
    subject: 'Fault ä',
    text: 'see https://x.example/y',
  })
  await transport.sendMail({ from: 'a@b.example', to: 'viewer@example.com', subject: 'Ended', text: 'well' })
  const messages = (await (await fetch(`${page}/messages`)).json()) as ReceivedMail[]
  expect(messages).toMatchObject([
    { to: 'viewer@example.com', subject: 'Ended', text: 'well\n' },
    { to: 'owner@example.com', subject: 'Fault ä', text: 'see https://x.example/y\n' },
  ])
  const text = await (await fetch(page)).text()
  expect(text.match(/<article>/gu)).toHaveLength(2)
  expect(text.indexOf('Ended')).toBeLessThan(text.indexOf('Fault ä'))
  expect(text).toContain('<a href="https://x.example/y">https://x.example/y</a>')
})

test('the content of a mail is shown as text, and its HTML runs nothing', async () => {
  const html = '<script>alert(1)</script><p>Fault</p>'
  await transport.sendMail({ from: 'a@b.example', to: 'c@d.example', subject: '<b>x</b>', text: '<i>y</i>', html })
  const shown = await (await fetch(page)).text()
  expect(shown).not.toMatch(/<b>x|<i>y/u)
  const answer = await fetch(`${page}/html/${encodeURIComponent(mailbox.messages()[0]?.id ?? '')}`)
  expect(await answer.text()).toContain('<p>Fault</p>')
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/u)
})

test('a test can refuse recipients', async () => {
  const mail = { from: 'a@b.example', to: 'nobody@example.com', subject: 'x', text: 'y' }
  await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 550 })
})

function refused(recipient: string): string | null {
  return recipient === 'nobody@example.com' ? '550 no such mailbox' : null
}
