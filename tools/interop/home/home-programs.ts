import { mkdir, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import type { ServiceProcess } from '../../../scripts/processes/service-process.ts'
import { fillTemplate } from '../../fill-template.ts'
import { unpackDebianPrograms } from '../debian-programs.ts'
import { installFromNpm, packNpmPackage } from '../npm-package.ts'
import { startProgram } from '../start-program.ts'
import type { Trial } from '../trial.ts'

/** Starts the mosquitto of Debian, without persistence. */
export async function startMosquitto(trial: Trial, port: number): Promise<void> {
  const { root, env } = await unpackDebianPrograms(trial, 'mosquitto', ['mosquitto'])
  const file = join(trial.folder, 'mosquitto.conf')
  await writeFile(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nuser root\n`)
  await startProgram(trial, {
    name: 'mosquitto',
    command: [`${root}/usr/sbin/mosquitto`, '-c', file],
    env,
    ready: { kind: 'tcp', port },
  })
}

/** Packs the bridge as npm publishes it, installs it as `npx` does, and starts it. */
export async function startBridge(trial: Trial, env: Record<string, string>): Promise<ServiceProcess> {
  const work = join(trial.folder, 'bridge')
  await rm(work, { recursive: true, force: true })
  const file = await packNpmPackage(join(import.meta.dirname, '../../../bridge'), work)
  const programs = await installFromNpm(join(work, 'home'), [file])
  return startProgram(trial, {
    name: 'bridge',
    command: [join(programs, 'gateway-portal-bridge')],
    env: { ...env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) },
    ready: { kind: 'at-once' },
  })
}

const nodeRed = 'node-red@5.0.7'

/** Starts Node-RED with a flow that writes each message of `heating/#` to a file. Returns the path of the file. */
export async function startNodeRed(trial: Trial, ports: { own: number; broker: number }): Promise<string> {
  const folder = join(trial.folder, 'node-red')
  const programs = await installFromNpm(folder, [nodeRed])
  const work = join(folder, 'work')
  await rm(work, { recursive: true, force: true })
  await mkdir(work)
  const messages = join(work, 'messages.txt')
  const flow = fillTemplate(new URL('node-red-flow.json', import.meta.url), { broker: ports.broker, messages })
  await writeFile(join(work, 'flows.json'), flow)
  await startProgram(trial, {
    name: 'node-red',
    command: [join(programs, 'node-red'), '--userDir', work, '--port', String(ports.own), 'flows.json'],
    env: { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) },
    ready: { kind: 'tcp', port: ports.own },
  })
  return messages
}
