import { runDemo } from './processes/run-demo.ts'
import { demoSettings } from './processes/settings.ts'

// `npm start`: runs the whole product on this machine. PORT, HOST, DATA_DIR, DATABASE_URL and DATABASE_SESSION_URL
// configure it.
await runDemo(async ({ printLine, createDemo }) => {
  const settings = demoSettings(process.env)
  const { announcement } = await createDemo(settings).start()
  printLine(`ready: ${settings.portalUrl}`)
  printLine(announcement)
})
