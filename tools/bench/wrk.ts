import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findInstalledProgram } from '#test/processes/find-installed-program.ts'
import { runToEnd } from '../run-to-end.ts'
import { installDebianPackages, mayUseApt } from '../../scripts/apt.ts'

/** The requests of a load. `paths`: the paths to request in turn; if absent, only `url` is requested. */
export type WrkLoad = {
  url: string
  paths?: readonly string[]
  headers: readonly Record<string, string>[]
  connections: number
  seconds: number
}

/** The result of a load. `perSecond`: the answers per second; `p99`: the latency in milliseconds. */
export type WrkResult = { perSecond: number; p99: number }

/** Installs wrk with apt if it is missing. @throws Error if wrk is still missing */
export function installWrkIfMissing(): void {
  if (findInstalledProgram('wrk') === undefined && mayUseApt()) installDebianPackages(['wrk'])
  if (findInstalledProgram('wrk') === undefined)
    throw new Error('This bench makes its load with wrk; install it, as by "apt-get install wrk".')
}

/**
 * Sends requests with wrk as fast as the server answers, with all paths and headers in turn. Rejects if an answer is
 * not 2xx.
 */
export async function runWrk({ url, paths, headers, connections, seconds }: WrkLoad): Promise<WrkResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-wrk-'))
  try {
    const script = path.join(folder, 'load.lua')
    await writeFile(script, scriptFor(headers, paths ?? []))
    const args = ['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`, '--script', script]
    return read(await runToEnd('wrk', [...args, url]), url)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const resultMark = 'result '

function scriptFor(headers: readonly Record<string, string>[], paths: readonly string[]): string {
  return `
    local headers = {${headers.map(tableOf).join(',\n')}}
    local paths = {${paths.map(quote).join(',\n')}}
    local requests, at = {}, 0
    function init()
      for i = 1, math.max(#headers, #paths) do
        requests[i] = wrk.format('GET', paths[(i - 1) % #paths + 1], headers[(i - 1) % #headers + 1])
      end
    end
    function request() at = at % #requests + 1; return requests[at] end
    function done(summary, latency)
      local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
      print(string.format('${resultMark}{"count":%d,"us":%d,"failed":%d,"p99us":%d}',
        summary.requests, summary.duration, failed, latency:percentile(99)))
    end`
}

function tableOf(header: Record<string, string>): string {
  const fields = Object.entries(header).map(([name, value]) => `[${quote(name)}]=${quote(value)}`)
  return `{${fields.join(',')}}`
}

function quote(text: string): string {
  return JSON.stringify(text)
}

function read(output: string, url: string): WrkResult {
  const line = output.split('\n').find((one) => one.startsWith(resultMark)) ?? ''
  const { count = 0, us = 0, failed, p99us = 0 } = JSON.parse(line.slice(resultMark.length)) as Record<string, number>
  if (count === 0 || failed !== 0) throw new Error(`${failed} requests to ${url} failed: ${output}`)
  return { perSecond: (count / us) * 1e6, p99: p99us / 1000 }
}
