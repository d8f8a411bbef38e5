import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { fillTemplate } from '../../fill-template.ts'
import { unpackDebianPrograms } from '../debian-programs.ts'
import type { DemoOwner } from '../demo-owner.ts'
import { startProgram } from '../start-program.ts'
import type { Trial } from '../trial.ts'
import type { SandboxClient } from './sandbox-client.ts'

type ApacheOptions = { portalUrl: string; owner: DemoOwner; program: SandboxClient }

/** Tests sign-in with mod_auth_openidc in Apache, which then reads the partner API with the token of the person. */
export async function runApacheTrial(trial: Trial, { portalUrl, owner, program }: ApacheOptions): Promise<void> {
  const { folder, printPassed } = trial
  const { root, env } = await unpackDebianPrograms(trial, 'apache', ['apache2-bin', 'libapache2-mod-auth-openidc'])
  const work = join(folder, 'apache')
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true })
  const { origin, hostname, port } = new URL(program.redirectUri)
  const file = join(work, 'apache.conf')
  const values = { root, work, hostname, port, portalUrl, ...program }
  await writeFile(file, fillTemplate(new URL('apache.conf', import.meta.url), values))
  await startProgram(trial, {
    name: 'apache',
    command: [`${root}/usr/sbin/apache2`, '-DFOREGROUND', '-f', file],
    env,
    ready: { kind: 'tcp', port: Number(port) },
  })
  const { shared, callback } = await owner.shareWith(`${origin}/appliances`)
  const { items } = JSON.parse(await owner.read(callback)) as { items: object[] }
  expect(items).toHaveLength(shared.length)
  printPassed(`mod_auth_openidc signs in, and its Apache reads ${items.length} appliances with the token`)
}
