import { requiredSetting, type StartStandIn } from '../stand-in.ts'
import { openMailbox } from './mailbox.ts'

/** Starts the mailbox that receives the demo's emails. Specification 18.5. */
export const startMailbox: StartStandIn = async (settings) => {
  const pagePort = Number(requiredSetting(settings, 'PORT'))
  const smtpPort = Number(requiredSetting(settings, 'SMTP_PORT'))
  const mailbox = await openMailbox({ host: settings['HOST'] ?? 'localhost', smtpPort, pagePort })
  console.log(`mailbox ready: http://localhost:${pagePort}, SMTP on port ${smtpPort}`)
  return () => mailbox.close()
}
