import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { answerBenchmark } from '../bench-process.ts'

type SteadyLoadOptions = { url: string; headers: Record<string, string>[]; rate: number; seconds: number }

answerBenchmark(0, { p99 })

// Sends requests at equal intervals, without waiting for earlier answers, and returns the p99 of the latency in
// milliseconds. A latency counts from the time when its request was due. (autocannon sends all requests of a second
// at once.)
async function p99({ url, headers, rate, seconds }: SteadyLoadOptions): Promise<number | undefined> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const start = performance.now()
  const asked: Promise<number>[] = []
  for (let index = 0; index < rate * seconds; index += 1) {
    const due = start + (index * 1000) / rate
    await pause(Math.max(0, due - performance.now()))
    asked.push(sendRequest(url, { agent, headers: headers[index % headers.length] ?? {} }, due))
  }
  const latencies = (await Promise.all(asked)).toSorted((a, b) => a - b)
  return latencies[Math.floor(latencies.length * 0.99)]
}

type RequestOptions = { agent: Agent; headers: Record<string, string> }

function sendRequest(url: string, options: RequestOptions, due: number): Promise<number> {
  return new Promise((done, failed) => {
    get(url, options, (response) => {
      if (response.statusCode !== 200) failed(new Error(`The list answered ${response.statusCode}`))
      response.resume().on('end', () => done(performance.now() - due))
    }).on('error', failed)
  })
}
