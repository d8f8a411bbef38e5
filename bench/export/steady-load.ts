import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { text } from 'node:stream/consumers'

export type SteadyLoad = { url: string; headers: Record<string, string>[]; rate: number; seconds: number }

// Requests at equal distances, whether or not earlier ones are answered; autocannon sends those of a second at once.
// Reads what to do from stdin, prints the p99 in milliseconds, counted from when a request was due.
const { url, headers, rate, seconds } = JSON.parse(await text(process.stdin)) as SteadyLoad
const agent = new Agent({ keepAlive: true, maxSockets: 32 })
const start = performance.now()
const asked: Promise<number>[] = []
for (let index = 0; index < rate * seconds; index += 1) {
  const due = start + (index * 1000) / rate
  await pause(Math.max(0, due - performance.now()))
  asked.push(ask(headers[index % headers.length] ?? {}, due))
}
const latencies = (await Promise.all(asked)).toSorted((a, b) => a - b)
process.stdout.write(JSON.stringify(latencies[Math.floor(latencies.length * 0.99)]))
agent.destroy()

function ask(header: Record<string, string>, due: number): Promise<number> {
  return new Promise((done, failed) => {
    get(url, { agent, headers: header }, (response) => {
      if (response.statusCode !== 200) failed(new Error(`The list answered ${response.statusCode}`))
      response.resume().on('end', () => done(performance.now() - due))
    }).on('error', failed)
  })
}
