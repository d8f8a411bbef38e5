import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SettingError } from './config.ts'
import {
  createCertificateErrorExplainer,
  explainStartErrorOf,
  createFileErrorExplainer,
  createListenErrorExplainer,
} from './start-error.ts'
import { describeProcessUser } from './process-user.ts'

// docs/how-to/install.md: a process that cannot start ends with one sentence that names the wrong setting.

const listenErrorExplainer = createListenErrorExplainer({
  names: { host: 'MQTT_HOST', port: 'MQTT_PORT' },
  host: '127.0.0.1',
  port: 883,
})
const files = { certFile: '/etc/portal/tls.crt', keyFile: '/etc/portal/tls.key' }

/** Creates an error with the fields that Node would set. */
function failure(fields: { code: string; syscall: string; path?: string; hostname?: string }): NodeJS.ErrnoException {
  return Object.assign(new Error(`${fields.code}: permission denied`), fields)
}

test('a key file that only another user can read is reported by its path and this user, not by the port', () => {
  const error = failure({ code: 'EACCES', syscall: 'open', path: files.keyFile })
  expect(listenErrorExplainer(error)).toBeNull()
  expect(createCertificateErrorExplainer(files)(error)).toBe(
    `MQTT_TLS_KEY: /etc/portal/tls.key may not be read by ${describeProcessUser()}; give this user the right to read it and to enter its folders.`,
  )
})

test('a port that only root may use is reported by the port and this user', () => {
  const error = failure({ code: 'EACCES', syscall: 'listen' })
  expect(listenErrorExplainer(error)).toBe(
    `MQTT_PORT: ${describeProcessUser()} may not listen on port 883; choose one from 1024 up.`,
  )
})

test('an unknown name of another machine is not mistaken for the listen address', () => {
  const failureOf = (hostname: string) => failure({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname })
  const own = createListenErrorExplainer({ names: { host: 'HOST', port: 'PORT' }, host: 'portal.invalid', port: 8080 })
  expect(own(failureOf('database.invalid'))).toBeNull()
  expect(own(failureOf('portal.invalid'))).toBe('HOST: portal.invalid is no address of this machine (ENOTFOUND).')
})

test('errors of Node have the fields that distinguish them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'start-error-'))
  const noFile = await explainStartErrorOf(
    readFile(join(folder, 'no.key')),
    createFileErrorExplainer('DKIM_KEY', folder),
  ).catch(String)
  expect(noFile).toBe(`SettingError: DKIM_KEY: ${join(folder, 'no.key')} is not there.`)
  await rm(folder, { recursive: true })
  const server = createServer()
  const refusal = await new Promise<NodeJS.ErrnoException>((refused) => {
    server.once('error', refused).listen(0, '192.0.2.1')
  })
  expect(listenErrorExplainer(refusal)).toMatch(/^MQTT_HOST: 127\.0\.0\.1 is no address of this machine/u)
  await expect(explainStartErrorOf(Promise.reject(refusal), listenErrorExplainer)).rejects.toBeInstanceOf(SettingError)
})
