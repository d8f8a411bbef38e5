import { readFile } from 'node:fs/promises'

const checkEveryMs = 1_000

/**
 * Calls `onEnd` when the npm that started this process has ended. Does nothing if npm did not start this process.
 *
 * If npm is killed with SIGKILL, this process gets no signal. But the parent of this process changes, or the parent of
 * the shell that npm started.
 */
export async function callWhenNpmEnds(onEnd: () => void): Promise<void> {
  if (!process.env['npm_lifecycle_event']) return
  const atStart = await npmProcess()
  const timer = setInterval(() => void check(), checkEveryMs)
  timer.unref()

  async function check(): Promise<void> {
    if ((await npmProcess()) === atStart) return
    clearInterval(timer)
    onEnd()
  }
}

async function npmProcess(): Promise<number> {
  const name = await processFile(process.ppid, 'comm')
  if (!/^(?:sh|bash|dash|ash|zsh)$/u.test(name?.trim() ?? '')) return process.ppid
  // The fourth field is the id of the parent. The second field is in parentheses and may contain spaces. proc(5).
  const stat = await processFile(process.ppid, 'stat')
  return Number(stat?.split(') ').at(-1)?.split(' ')[1])
}

/** Reads a file of a process in /proc. Returns undefined if the system has no /proc, or if the process has ended. */
async function processFile(pid: number, name: string): Promise<string | undefined> {
  return readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => undefined)
}
