import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { libraryFolderIn, fetchDebianPackages } from '../../../scripts/debian-packages.ts'
import type { DemoOwner } from '../demo-owner.ts'
import { startProgram } from '../start-program.ts'
import type { Trial } from '../trial.ts'
import type { SandboxClient } from './sandbox-client.ts'

type ApacheOptions = { portalUrl: string; owner: DemoOwner; program: SandboxClient }

/** Tests sign-in with mod_auth_openidc in Apache, which then reads the partner API with the token of the person. */
export async function tryApache(trial: Trial, options: ApacheOptions): Promise<void> {
  const { folder, passed } = trial
  const root = await fetchDebianPackages(join(folder, 'debian-apache'), ['apache2-bin', 'libapache2-mod-auth-openidc'])
  const work = join(folder, 'apache')
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true })
  const { origin, port } = new URL(options.program.redirectUri)
  const file = join(work, 'apache.conf')
  await writeFile(file, configurationOf({ ...options, root, work }))
  await startProgram(trial, {
    name: 'apache',
    command: [`${root}/usr/sbin/apache2`, '-DFOREGROUND', '-f', file],
    env: { LD_LIBRARY_PATH: libraryFolderIn(root) },
    ready: { kind: 'tcp', port: Number(port) },
  })
  const { shared, callback } = await options.owner.shareWith(`${origin}/appliances`)
  const { items } = JSON.parse(await options.owner.read(callback)) as { items: object[] }
  expect(items).toHaveLength(shared.length)
  passed(`mod_auth_openidc signs in, and its Apache reads ${items.length} appliances with the token`)
}

const modules = [
  'mpm_event',
  'authn_core',
  'authz_core',
  'authz_user',
  'headers',
  'proxy',
  'proxy_http',
  'auth_openidc',
]

function configurationOf({ portalUrl, program, root, work }: ApacheOptions & { root: string; work: string }): string {
  const { hostname, port } = new URL(program.redirectUri)
  return `ServerRoot ${work}
ServerName ${hostname}
Listen ${hostname}:${port}
DefaultRuntimeDir ${work}
PidFile ${work}/apache.pid
ErrorLog ${work}/error.log
User nobody
Group nogroup
${modules.map((name) => `LoadModule ${name}_module ${root}/usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
OIDCProviderMetadataURL ${portalUrl}/oauth/.well-known/openid-configuration
OIDCClientID ${program.id}
OIDCClientSecret ${program.secret}
OIDCRedirectURI ${program.redirectUri}
OIDCCryptoPassphrase interop
OIDCPKCEMethod S256
<Location />
  AuthType openid-connect
  Require valid-user
  RequestHeader set Authorization "Bearer %{OIDC_access_token}e"
</Location>
ProxyPass /appliances ${portalUrl}/partner/1/appliances
`
}
