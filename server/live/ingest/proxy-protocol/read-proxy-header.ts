import type { Socket } from 'node:net'
import { type ProxiedClient, parseProxyHeader } from './parse-proxy-header.ts'

/**
 * Reads the PROXY protocol header from a socket, and leaves the bytes after it in the socket. Rejects if the header
 * is malformed, or if the socket closes before the header is complete. The caller must limit the time.
 */
export async function readProxyHeader(socket: Socket): Promise<ProxiedClient> {
  let bytes = Buffer.alloc(0)
  return new Promise((resolve, reject) => {
    function take(): void {
      for (;;) {
        const more = socket.read() as Buffer | null
        if (more === null) return
        bytes = Buffer.concat([bytes, more])
        const reading = parseProxyHeader(bytes)
        if (reading.kind === 'incomplete') continue
        leave()
        if (reading.kind === 'invalid') return reject(new Error('No header of the PROXY protocol'))
        if (bytes.length > reading.length) socket.unshift(bytes.subarray(reading.length))
        return resolve(reading.source)
      }
    }
    function closed(): void {
      leave()
      reject(new Error('Closed before the header of the PROXY protocol was whole'))
    }
    function leave(): void {
      socket.off('readable', take)
      socket.off('close', closed)
      socket.off('end', closed)
      socket.off('error', closed)
    }
    socket.on('readable', take)
    socket.on('close', closed)
    socket.on('end', closed)
    socket.on('error', closed)
  })
}
