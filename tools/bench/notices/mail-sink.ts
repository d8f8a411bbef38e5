import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { serve } from '../processes.ts'

// A mail server that throws everything away. Says its port, and how many mails arrived.
let arrived = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, done) => {
    stream.resume()
    stream.once('end', () => {
      arrived += 1
      done()
    })
  },
})

server.listen(0, '127.0.0.1', () => {
  serve((server.server.address() as AddressInfo).port, { arrived: () => arrived })
})
