import { runDemo } from './processes/run-demo.ts'
import { readDemoSettings } from './processes/demo-settings.ts'

// `npm start`: runs the whole product on this machine. PORT, HOST, DATA_DIR, DATABASE_URL and DATABASE_SESSION_URL
// configure it.
await runDemo(async ({ printLine, createDemo }) => {
  const settings = readDemoSettings(process.env)
  const { announcement } = await createDemo(settings).start()
  printLine(`ready: ${settings.portalUrl}`)
  printLine(announcement)
})
