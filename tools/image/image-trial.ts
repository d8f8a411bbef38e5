import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoRegistryFile, readRegistryFile } from '#stand-ins/registry-file.ts'
import { demoPassword } from '../../scripts/demo/people.ts'
import { startEmbeddedDatabase } from '../../scripts/database/embedded.ts'
import { StartError } from '../../scripts/processes/start-error.ts'
import { createRoleSettings } from '../role-settings.ts'
import { runToEnd } from '../run-to-end.ts'
import { runBuildah } from './image-tools.ts'

type ImageConfig = {
  User: string
  Env: string[]
  WorkingDir: string
  Entrypoint: string[]
  Cmd: string[]
  Healthcheck: { Test: string[] }
}

type Trial = { rootfs: string; image: ImageConfig; env: Record<string, string> }

const roles = ['api,push,partners', 'ingest', 'jobs'] as const
const readyTimeoutMs = 120_000

/**
 * Tests the image: starts a process of each role, one after the other, waits until it is ready, and ends it. @throws
 * StartError if a process does not become ready
 */
export async function runImageTrial(name: string, printLine: (text: string) => void): Promise<void> {
  const image = await configOf(name)
  const dataDir = await mkdtemp(join(tmpdir(), 'image-'))
  const database = await startEmbeddedDatabase({ dataDir })
  const container = await runBuildah('from', '--pull=never', name)
  try {
    const rootfs = await runBuildah('mount', container)
    await refuseDemo(join(rootfs, image.WorkingDir))
    for (const role of roles)
      await tryRole({ rootfs, image, env: await createRoleSettings(role, database.url) }, role, printLine)
  } finally {
    await runBuildah('rm', container)
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Checks that the image has no demo data. @throws StartError if it contains a secret of the demo. Specification
 * 19.61.
 */
async function refuseDemo(folder: string): Promise<void> {
  const gateways = await readRegistryFile(demoRegistryFile)
  const secrets = [demoPassword, ...gateways.flatMap(({ accessCode, deviceKey }) => [accessCode, deviceKey])]
  const paths = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of paths.filter((one) => one.isFile() && !one.parentPath.includes('/node_modules'))) {
    const path = join(entry.parentPath, entry.name)
    const text = await readFile(path, 'latin1')
    if (secrets.some((secret) => text.includes(secret))) throw new StartError(`${path} holds a secret of the demo.`)
  }
}

async function configOf(name: string): Promise<ImageConfig> {
  const { Docker } = JSON.parse(await runBuildah('inspect', '--type', 'image', name)) as {
    Docker: { config: ImageConfig }
  }
  return Docker.config
}

async function tryRole(trial: Trial, role: string, printLine: (text: string) => void): Promise<void> {
  const begun = performance.now()
  const { Entrypoint, Cmd, Healthcheck } = trial.image
  const child = start(trial, [...Entrypoint, ...Cmd])
  const ended = once(child, 'exit')
  const [, ...check] = Healthcheck.Test
  while (!(await succeeds(trial, check))) {
    if (child.exitCode !== null) throw new StartError(`The role ${role} ended with code ${child.exitCode}; see above.`)
    if (performance.now() - begun > readyTimeoutMs) throw new StartError(`The role ${role} was not ready in time.`)
    await pause(200)
  }
  const readyS = ((performance.now() - begun) / 1000).toFixed(1)
  const who = (await runToEnd('ps', ['-o', 'uid=,rss=', '-p', String(child.pid)])).split(/\s+/u)
  child.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new StartError(`The role ${role} ended with code ${code} when it was asked to.`)
  printLine(
    `${role}: ready after ${readyS} s as user ${who[0]}, ${Math.round(Number(who[1]) / 1024)} MB, ended with code 0.`,
  )
}

async function succeeds(trial: Trial, command: readonly string[]): Promise<boolean> {
  const [code] = (await once(start(trial, command), 'exit')) as [number | null]
  return code === 0
}

// Runs the command in a read-only root with the temporary folders of a container. All values are arguments of the
// script, because the shell must not interpret them.
const confine = `
  rootfs=$1; user=$2; shift 2
  mount --bind "$rootfs" "$rootfs"
  mount -o remount,bind,ro "$rootfs"
  mount -t proc -o ro,nosuid,nodev,noexec,subset=pid proc "$rootfs/proc"
  mount -t tmpfs -o nosuid,nodev,mode=1777 tmpfs "$rootfs/tmp"
  mount -t tmpfs -o nosuid,nodev,noexec,mode=0700,uid=\${user%:*} tmpfs "$rootfs/var/lib/gateway-portal"
  exec setpriv --no-new-privs chroot --userspec="$user" --groups= "$rootfs" "$@"`

/**
 * Runs a command of the image as a container does: with the user and the settings of the image, and a read-only root.
 */
function start({ rootfs, image, env }: Trial, command: readonly string[]): ChildProcess {
  const [program = '', ...args] = command
  // Makes paths absolute, because chroot starts in the root folder and a container in the working directory.
  const inside = args.map((arg) => (/\.(?:ts|mjs)$/u.test(arg) ? join(image.WorkingDir, arg) : arg))
  return spawn('unshare', ['--mount', 'sh', '-ec', confine, 'sh', rootfs, image.User, program, ...inside], {
    env: { ...Object.fromEntries(image.Env.map(toPair)), ...env, PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function toPair(setting: string): [string, string] {
  const at = setting.indexOf('=')
  return [setting.slice(0, at), setting.slice(at + 1)]
}
