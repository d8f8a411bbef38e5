import { openDatabase } from '#server/database/database.ts'
import { serve } from '../processes.ts'
import { gatewayIds } from '../push/data.ts'
import { type BenchForm, openForm } from './form.ts'

// A process with pages: it hears, and counts what is of gateways that it watches.
// It is number `place` of `hearers`, which share `share` of the fleet.
const [form = 'notify', url = '', host = '', share = '1', place = '0', hearers = '1'] = process.argv.slice(2)
const { pool } = openDatabase(url)
const ids = await gatewayIds(pool)
const watched = new Set(
  ids.slice(0, ids.length * Number(share)).filter((_, index) => index % Number(hearers) === Number(place)),
)
const bus = await openForm(form as BenchForm, { url, host, pool })
let heard = 0
const subscription = await bus.subscribe({
  onMessages: (messages) => {
    for (const message of messages) if (message.kind === 'gateway' && watched.has(message.gatewayId)) heard += 1
  },
  onResync: () => {},
})
subscription.watch([...watched])
await subscription.settled()

serve(0, { heard: () => heard })
