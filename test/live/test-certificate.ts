import { generateKeyPairSync, sign } from 'node:crypto'
import { dayMs } from '#contract/durations.ts'

/** Creates a self-signed certificate for localhost, valid from yesterday, and its key. Both are in PEM. */
export function createTestCertificate({ validDays = 1 } = {}): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(commonName, element(0x0c, Buffer.from('localhost')))))
  const toBeSigned = sequence(
    element(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(-1), utcTime(validDays)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = element(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]))
  return {
    cert: pem('CERTIFICATE', sequence(toBeSigned, ecdsaWithSha256, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

// Encodes an element in DER, ITU-T X.690: a tag, a length, the contents.
function element(tag: number, contents: Buffer): Buffer {
  const size = contents.length
  return Buffer.concat([Buffer.from([tag, ...lengthOf(size)]), contents])
}

// Encodes a length of up to 65,535 in the minimum number of bytes, as DER requires.
function lengthOf(size: number): number[] {
  if (size < 128) return [size]
  return size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
}

function sequence(...parts: Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts))
}

function set(...parts: Buffer[]): Buffer {
  return element(0x31, Buffer.concat(parts))
}

function utcTime(daysFromNow: number): Buffer {
  const moment = new Date(Date.now() + daysFromNow * dayMs).toISOString()
  return element(0x17, Buffer.from(`${moment.replaceAll(/[-:T]/gu, '').slice(2, 14)}Z`))
}

/** The object identifier of commonName, 2.5.4.3. */
const commonName = element(0x06, Buffer.from([0x55, 4, 3]))

/** The object identifier of ecdsa-with-SHA256, 1.2.840.10045.4.3.2. */
const ecdsaWithSha256 = sequence(element(0x06, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2])))

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').replaceAll(/.{64}/gu, '$&\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}
