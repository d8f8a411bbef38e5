import { createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { generate, parser } from 'mqtt-packet'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { answerAtFreePort } from '../bench-process.ts'

// The baseline of ingest: a listener without authentication. It copies all waiting reports into one table with one
// index, in one transaction. It acknowledges them after the commit, derives no status, and publishes nothing.
type Report = { socket: Socket; id: number; topic: string; payload: string }

const [url = ''] = process.argv.slice(2)
const client = new pg.Client({ connectionString: url })
await client.connect()
const table = `baseline_report_${process.pid}`
await client.query(`create table ${table} (topic text, ts timestamptz, payload jsonb, primary key (topic, ts))`)
const connack = generate({ cmd: 'connack', returnCode: 0, sessionPresent: false })
let waiting: Report[] = []
let isStoring = false

const server = createServer({ noDelay: true }, (socket) => {
  const packets = parser()
  packets.on('packet', (packet) => {
    if (packet.cmd === 'connect') socket.write(connack)
    if (packet.cmd !== 'publish') return
    waiting.push({ socket, id: packet.messageId ?? 0, topic: packet.topic, payload: packet.payload.toString() })
    if (!isStoring) void storeAll()
  })
  socket.on('data', (data) => packets.parse(data))
  socket.on('error', () => socket.destroy())
})

async function storeAll(): Promise<void> {
  isStoring = true
  while (waiting.length > 0) {
    const batch = waiting
    waiting = []
    await pipeline(Readable.from([batch.map(lineOf).join('')]), client.query(copyFrom(`copy ${table} from stdin`)))
    acknowledge(batch)
  }
  isStoring = false
}

function lineOf({ topic, payload }: Report): string {
  const { ts } = JSON.parse(payload) as { ts: string }
  return `${topic}\t${ts}\t${payload.replaceAll('\\', '\\\\')}\n`
}

function acknowledge(batch: readonly Report[]): void {
  const packets = Map.groupBy(batch, ({ socket }) => socket)
  for (const [socket, reports] of packets)
    socket.write(Buffer.concat(reports.map(({ id }) => generate({ cmd: 'puback', messageId: id }))))
}

await answerAtFreePort(server)
