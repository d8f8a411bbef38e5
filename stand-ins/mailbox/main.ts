import { exitWithParent } from '../exit-with-parent.ts'
import { openMailbox } from './mailbox.ts'

const pagePort = Number(process.env['PORT'] ?? 8087)
const smtpPort = Number(process.env['SMTP_PORT'] ?? 8088)
try {
  const mailbox = await openMailbox({ host: process.env['HOST'] ?? 'localhost', smtpPort, pagePort })
  exitWithParent(() => mailbox.close())
  console.log(`mailbox ready: http://localhost:${pagePort}, SMTP on port ${smtpPort}`)
} catch (error) {
  console.error(`The mailbox could not start on ports ${pagePort} and ${smtpPort}: ${String(error)}`)
  process.exit(1)
}
