import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { demoClients } from '../../../scripts/demo/programs.ts'
import { unpackDebianPrograms } from '../debian-programs.ts'
import type { DemoOwner } from '../demo-owner.ts'
import { shareByDeviceCode } from '../share-by-device-code.ts'
import type { Trial } from '../trial.ts'

/**
 * Shares appliances, and verifies the receipt of the consent with Debian's jwcrypto. The library must reject a
 * receipt that was changed.
 */
export async function runReceiptTrial(
  trial: Trial,
  { portalUrl, owner }: { portalUrl: string; owner: DemoOwner },
): Promise<void> {
  const packages = ['python3-jwcrypto', 'python3-deprecated', 'python3-wrapt']
  const { run } = await unpackDebianPrograms(trial, 'jwcrypto', packages)
  const work = join(trial.folder, 'receipt')
  await mkdir(work, { recursive: true })
  const { shared } = await shareByDeviceCode({ portalUrl, owner }, demoClients.bridge)
  const receipts = `/api/2/connections/${shared[0]}/receipts`
  const { items } = await owner.call<{ items: { id: string }[] }>('GET', receipts)
  const jws = await owner.download(`${receipts}/${items[0]?.id}`)
  const keys = join(work, 'jwks.json')
  await writeFile(keys, await (await fetch(`${portalUrl}/.well-known/jwks.json`)).text())

  async function verify(text: string): Promise<string> {
    const file = join(work, 'receipt.jws')
    await writeFile(file, text)
    const script = join(import.meta.dirname, 'verify_receipt.py')
    return run('python3', [script, keys, file])
  }

  expect(JSON.parse(await verify(jws))).toMatchObject({ kind: 'given', sharing: { program: demoClients.bridge.name } })
  const [header, payload = '', signature] = jws.split('.')
  const changed = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('given', 'taken')).toString(
    'base64url',
  )
  await expect(verify([header, changed, signature].join('.'))).rejects.toThrow('InvalidJWSSignature')
  trial.printPassed('jwcrypto verifies a receipt with the published keys, and refuses a changed one')
}
