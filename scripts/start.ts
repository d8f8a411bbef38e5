import { announcement } from './world/announcement.ts'
import { runWorld } from './world/run-world.ts'
import { worldSettings } from './world/settings.ts'

// `npm start`: runs the whole product on this machine. PORT, HOST, DATA_DIR, DATABASE_URL and DATABASE_SESSION_URL
// configure it.
await runWorld(async ({ say, createWorld }) => {
  const settings = worldSettings(process.env)
  const databaseUrl = await createWorld(settings).start()
  say(`ready: ${settings.portalUrl}`)
  say(await announcement(databaseUrl, settings))
})
