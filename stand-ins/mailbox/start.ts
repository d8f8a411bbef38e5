import { readRequiredSetting, type StandInStarter } from '../stand-in.ts'
import { openMailbox } from './mailbox.ts'

/** Starts the mailbox that receives the demo's emails. Specification 18.5. */
export const startMailboxStandIn: StandInStarter = async (settings) => {
  const pagePort = Number(readRequiredSetting(settings, 'PORT'))
  const smtpPort = Number(readRequiredSetting(settings, 'SMTP_PORT'))
  const mailbox = await openMailbox({ host: settings['HOST'] ?? 'localhost', smtpPort, pagePort })
  console.log(`mailbox ready: http://localhost:${pagePort}, SMTP on port ${smtpPort}`)
  return () => mailbox.close()
}
